"""Draws the demo's cars: identity, age, mileage and price of each unit."""

import datetime as dt
import hashlib
import random
from dataclasses import dataclass

import catalogue

EXPORT_DAY = dt.date(2026, 11, 30)
YEAR_CODES = {
    2015: "F", 2016: "G", 2017: "H", 2018: "J", 2019: "K", 2020: "L", 2021: "M",
    2022: "N", 2023: "P", 2024: "R", 2025: "S", 2026: "T", 2027: "V",
}
VIN_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"  # no I, O or Q: the standard leaves them out
VIN_VALUES = {
    **{str(digit): digit for digit in range(10)},
    **dict(zip("ABCDEFGH", range(1, 9))), **dict(zip("JKLMN", range(1, 6))),
    "P": 7, "R": 9, **dict(zip("STUVWXYZ", range(2, 10))),
}
VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


class Dice:
    """Random draws built on `random()` alone.

    Python promises the same `random()` sequence for a seed in every version,
    but not the same `choice` or `shuffle`; the files must not depend on that.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def between(self, low: int, high: int) -> int:
        """An integer in the closed range."""
        return low + int(self._random() * (high - low + 1))

    def share(self, low: float, high: float) -> float:
        """A fraction in the range."""
        return low + self._random() * (high - low)

    def pick(self, items):
        """One of the items."""
        return items[int(self._random() * len(items))]

    def shuffled(self, items: list) -> list:
        """The items in a random order."""
        rest, out = list(items), []
        while rest:
            out.append(rest.pop(int(self._random() * len(rest))))
        return out

    def sample(self, items: list, count: int) -> list:
        """Some of the items, each at most once."""
        return self.shuffled(items)[:count]


@dataclass
class Car:
    """One unit in stock, before it is written in either export's words."""

    rooftop: str
    condition: str  # new, used, certified, demo
    line: catalogue.Line
    year: int
    trim: str
    vin: str
    stock: str
    exterior: str
    interior: str
    miles: int | None
    msrp: int
    price: int
    stocked: dt.date | None
    features: list[str]
    photos: int
    status: str = "In Stock"
    price_text: str | None = None  # what the export says instead of a price
    wholesale: bool = False
    listed: bool = True  # has a page on the dealer's site
    description: str = ""
    book: int = 0
    invoice: int = 0
    year_text: str | None = None  # what the export says instead of a year

    @property
    def name(self) -> str:
        """Year, make and model for people."""
        return f"{self.year} {self.line.make} {self.line.model}"


def check_digit(vin: str) -> str:
    """The ninth character that ISO 3779's weights ask for."""
    total = sum(VIN_VALUES[char] * weight for char, weight in zip(vin, VIN_WEIGHTS))
    return "X" if total % 11 == 10 else str(total % 11)


def build_vin(line: catalogue.Line, trim: str, year: int, serial: int) -> str:
    """A VIN under 9ZZ, which no maker uses, so that it can match no real car."""
    digest = hashlib.sha256(f"{line.make}|{line.model}|{trim}".encode()).digest()
    # Position 7 is a letter on cars from 2010 on; all five are, for simplicity.
    described = "".join(VIN_LETTERS[byte % len(VIN_LETTERS)] for byte in digest[:5])
    plant = VIN_LETTERS[digest[5] % len(VIN_LETTERS)]
    draft = f"9ZZ{described}0{YEAR_CODES[year]}{plant}{serial:06d}"
    return draft[:8] + check_digit(draft) + draft[9:]


def used_price(msrp: int, year: int, miles: int) -> int:
    """A rough depreciation curve: a tenth at once, then about nine percent a year."""
    age = max(0, 2026 - year)
    value = msrp * 0.985 ** age * 0.9 * 0.925 ** age
    value *= 1 - (miles - 11_500 * (age + 0.5)) / 900_000
    return int(value / 100) * 100 + 95


def keep_clear(number: int) -> int:
    """The number, or the next, so that it does not end like the internal amounts."""
    return number + 1 if number % 100 in (49, 83) else number


def draw_miles(dice: Dice, condition: str, year: int) -> int:
    """Mileage that fits the age."""
    if condition == "new":
        return dice.between(3, 60)
    if condition == "demo":
        return keep_clear(dice.between(1_400, 6_200))
    pace = dice.between(7_000, 12_500) if condition == "certified" else dice.between(7_500, 15_500)
    return keep_clear(int((2026 - year + 0.6) * pace) + dice.between(0, 999))


def draw_year(dice: Dice, line: catalogue.Line, condition: str) -> int:
    """A model year that the line was made in and the condition allows."""
    if condition == "new":
        return 2027 if dice.share(0, 1) < 0.7 else max(2026, line.first_year)
    low, high = {"demo": (2026, 2027), "certified": (2020, 2025), "used": (2015, 2025)}[condition]
    low, high = max(low, line.first_year), min(high, line.last_year)
    # Half the time two draws, the later year kept: lots hold more young cars than old ones.
    year = dice.between(low, high)
    return max(year, dice.between(low, high)) if dice.share(0, 1) < 0.5 else year


def lines_for(makes: tuple[str, ...], condition: str) -> list[catalogue.Line]:
    """Model lines that can be stocked in this condition."""
    def fits(line: catalogue.Line) -> bool:
        if makes and line.make not in makes:
            return False
        if condition in ("new", "demo"):
            return line.last_year == 2027
        first = 2020 if condition == "certified" else 2015
        return line.first_year <= 2025 and line.last_year >= first
    return [line for line in catalogue.LINES if fits(line)]


def draw_features(dice: Dice, line: catalogue.Line, year: int) -> list[str]:
    """Equipment that the year and the kind of car can have."""
    fitting = [name for name, since, only in catalogue.FEATURES
               if year >= since and (not only or line.shape in only or line.fuel in only)]
    chosen = set(dice.sample(fitting, dice.between(4, min(10, len(fitting)))))
    return [name for name in fitting if name in chosen]


def draw_car(dice: Dice, rooftop: str, condition: str, line: catalogue.Line,
             serial: int, stock_number) -> Car:
    """One car of a line; `stock_number` numbers it in the rooftop's own way."""
    year = draw_year(dice, line, condition)
    trim, base = dice.pick(line.trims)
    msrp = base + (2027 - year) * -400 * (condition == "new") + dice.between(0, 32) * 85
    miles = draw_miles(dice, condition, year)
    if condition == "new":
        price = msrp - int(msrp * dice.share(0, 0.045) / 50) * 50
    elif condition == "demo":
        price = msrp - dice.between(16, 45) * 100
    else:
        price = used_price(msrp, year, miles) + (1_200 if condition == "certified" else 0)
    # A certified car has been inspected and prepared, a demonstrator has been
    # driven: neither is a fresh arrival.
    days = dice.between(14 if condition in ("certified", "demo") else 1, 200)
    return Car(
        rooftop=rooftop, condition=condition, line=line, year=year, trim=trim,
        vin=build_vin(line, trim, year, serial), stock=stock_number(condition, serial, year),
        exterior=dice.pick(catalogue.EXTERIORS.get(line.make, catalogue.EXTERIORS["other"])),
        interior=dice.pick(catalogue.INTERIORS), miles=miles, msrp=msrp, price=price,
        stocked=EXPORT_DAY - dt.timedelta(days=days),
        features=draw_features(dice, line, year),
        photos=dice.between(3, 8) if condition == "new" else dice.between(5, 11),
    )


def draw_lot(dice: Dice, rooftop: str, plan, first_serial: int, stock_number) -> list[Car]:
    """Cars by plan: rows of (condition, makes, count). Lines take turns, so none is missing."""
    cars, serial = [], first_serial
    for condition, makes, count in plan:
        lines = dice.shuffled(lines_for(makes, condition))
        for number in range(count):
            serial += dice.between(1, 37)
            line = lines[number % len(lines)]
            cars.append(draw_car(dice, rooftop, condition, line, serial, stock_number))
    return cars
