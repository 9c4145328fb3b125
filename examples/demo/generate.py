#!/usr/bin/env python3
"""Writes the demo dealership's data files. Everything in them is made up.

    python3 examples/demo/generate.py            rewrite the files
    python3 examples/demo/generate.py --check    exit 1 when a file differs
    python3 examples/demo/generate.py --summary  print what is in them

Python 3.11, standard library only. The seed is fixed, so the same program
always writes the same bytes.
"""

import csv
import datetime as dt
import io
import json
import sys
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True  # leave no cache folder beside the example

import catalogue  # noqa: E402
import checks  # noqa: E402
import evidence  # noqa: E402
from stock import EXPORT_DAY, Car, Dice, draw_car, draw_lot  # noqa: E402

HERE = Path(__file__).resolve().parent
SEED = 20261130

DENVER, CHICAGO = "ridge-denver", "ridge-chicago"
FRANCHISE = {DENVER: ("Subaru", "Toyota"), CHICAGO: ("Ford", "Hyundai")}
OTHER_CERTIFIED = {DENVER: ("Honda", "Mazda", "Lexus"), CHICAGO: ("Kia", "BMW")}
PLAN = {
    DENVER: [("new", ("Subaru",), 44), ("new", ("Toyota",), 38),
             ("certified", FRANCHISE[DENVER], 13), ("certified", OTHER_CERTIFIED[DENVER], 3),
             ("used", (), 58)],
    CHICAGO: [("new", ("Ford",), 36), ("new", ("Hyundai",), 30),
              ("demo", FRANCHISE[CHICAGO], 5),
              ("certified", FRANCHISE[CHICAGO], 12), ("certified", OTHER_CERTIFIED[CHICAGO], 2),
              ("used", (), 60)],
}
# How many cars of the group get a status; the rest are in stock.
STATUSES = {
    DENVER: {"new": [("In Transit", 11), ("Hold", 3), ("Pending", 4), ("Sold", 3)],
             "used": [("Hold", 3), ("Pending", 4), ("Sold", 3)],
             "certified": [("Hold", 1), ("Pending", 1)]},
    CHICAGO: {"new": [("In Transit", 9), ("Hold", 2), ("Pending", 4), ("Sold", 2)],
              "used": [("Hold", 2), ("Pending", 3), ("Sold", 3), ("", 2)],
              "certified": [("Pending", 1), ("Sold", 1)]},
}
# Prices that are no prices: how the export says that it has none.
UNPRICED = {
    DENVER: {"in_transit": ["0", "", "Call"], "new": ["0", "Call"], "used": ["0", ""]},
    CHICAGO: {"in_transit": ["", "0", ""], "new": ["Call"], "used": ["", "0"]},
}
EVIDENCE = {
    DENVER: (26, {"manufacturer_cpo": 11, "dealer_certified": 2, "third_party_certified": 1}),
    CHICAGO: (23, {"manufacturer_cpo": 11, "dealer_certified": 1, "third_party_certified": 0}),
}
# At Chicago the advertised price already contains these; see dealeragent.toml.
CHICAGO_CHARGES = 367 + 35

DESCRIPTIONS = (
    "One owner, local trade. New battery this autumn, both keys.",
    "Well kept and serviced here since it was new. Ask for the service folder.",
    "Some road wear on the hood, priced for it. Winter tires included, on their own wheels.",
    'Popular color, and the 20" wheels everybody asks for.',
    "Came in on a lease return, non-smoker car.",
    "Asientos calefactados, cámara trasera y dos llaves. Hablamos español.",
    "Tows well; the brake controller is factory fitted.",
)
# Two lines in one quoted field: a reader that splits at line ends breaks here.
TWO_LINES = "Fresh arrival, detail pending.\r\nMore photos later this week."


def denver_stock(condition: str, serial: int, _year: int) -> str:
    """Leading zeros matter; a letter marks a trade-in."""
    return f"{serial:05d}" + {"new": "", "certified": "P", "used": "A"}[condition]


def chicago_stock(condition: str, serial: int, year: int) -> str:
    """A letter for the kind, the model year, a number."""
    return {"new": "N", "demo": "D", "certified": "P", "used": "U"}[condition] + (
        f"{year % 100}-{serial % 100_000}")


def in_stock(cars: list[Car], condition: str) -> list[Car]:
    """Cars of a condition whose status nobody has set yet."""
    return [car for car in cars if car.condition == condition and car.status == "In Stock"]


def assign_statuses(dice: Dice, cars: list[Car], rooftop: str) -> None:
    """Hands out the statuses other than In Stock."""
    for condition, wanted in STATUSES[rooftop].items():
        for status, count in wanted:
            for car in dice.sample(in_stock(cars, condition), count):
                car.status = status
    for car in cars:
        if car.status == "In Transit":
            # Nobody has seen the car yet: no mileage, no photos, no day in stock.
            car.miles, car.photos, car.stocked = None, 0, None


def assign_missing_prices(dice: Dice, cars: list[Car], rooftop: str) -> None:
    """Replaces a few prices by what exports say when there is none."""
    groups = {
        "in_transit": [car for car in cars if car.status == "In Transit"],
        "new": in_stock(cars, "new"), "used": in_stock(cars, "used"),
    }
    for group, texts in UNPRICED[rooftop].items():
        for car, text in zip(dice.sample(groups[group], len(texts)), texts):
            car.price_text = text


def age_a_few(dice: Dice, cars: list[Car]) -> None:
    """Every lot has some cars that nobody buys."""
    old = [car for car in in_stock(cars, "used") if car.year <= 2022]
    for car in dice.sample(old, 3):
        car.stocked = EXPORT_DAY - dt.timedelta(days=dice.between(320, 540))


def set_internal_amounts(cars: list[Car]) -> None:
    """Book value and invoice, which must never leave the dealer.

    They end in 49 and 83, which no published amount and no mileage does, so
    that a test can look for them in every answer.
    """
    for car in cars:
        new = car.condition in ("new", "demo")
        car.invoice = int((car.msrp * 0.95 if new else car.price * 0.88) / 100) * 100 + 49
        car.book = int((car.msrp * 0.93 if new else car.price * 0.91) / 100) * 100 + 83


def find_line(make: str, model: str) -> catalogue.Line:
    """The newest line of that name."""
    return [line for line in catalogue.LINES if (line.make, line.model) == (make, model)][-1]


def one_used(dice: Dice, rooftop: str, make: str, model: str, serial: int) -> Car:
    """A single used car outside the plan."""
    number = denver_stock if rooftop == DENVER else chicago_stock
    return draw_car(dice, rooftop, "used", find_line(make, model), serial, number)


def shared_car(dice: Dice) -> tuple[Car, Car]:
    """One car that both rooftops list: Denver has it, Chicago expects it."""
    denver = one_used(dice, DENVER, "Honda", "CR-V Hybrid", 9001)
    chicago = replace(denver, rooftop=CHICAGO, stock=chicago_stock("used", 109_001, denver.year),
                      price=denver.price + 400, status="In Transit", photos=2)
    return denver, chicago


def wholesale_cars(dice: Dice) -> list[Car]:
    """Cars for the auction. They stand in the export and must not be published."""
    models = (("Nissan", "Rogue"), ("Chevrolet", "Malibu"), ("Ford", "Escape"), ("Honda", "Odyssey"))
    cars = [one_used(dice, DENVER, make, model, 9101 + number)
            for number, (make, model) in enumerate(models)]
    return [replace(car, wholesale=True) for car in cars]


def denver_cars(dice: Dice, shared: Car) -> list[Car]:
    """Denver's rows in the order of the export, the deliberate faults included."""
    cars = draw_lot(dice, DENVER, PLAN[DENVER], 401, denver_stock)
    assign_statuses(dice, cars, DENVER)
    assign_missing_prices(dice, cars, DENVER)
    age_a_few(dice, cars)
    undated = next(car for car in in_stock(cars, "used") if car.price_text is None)
    undated.stocked = None  # a used car whose time in stock nobody knows
    for car, text in zip(dice.sample(in_stock(cars, "used"), len(DESCRIPTIONS)), DESCRIPTIONS):
        car.description = text
    rows = dice.shuffled([*cars, shared, *wholesale_cars(dice)])
    rows[-1].description = TWO_LINES  # last, so that line numbers before it stay simple

    letter_o = one_used(dice, DENVER, "Kia", "Sportage", 9200)
    rows.insert(12 - 2, replace(letter_o, vin=letter_o.vin[:-1] + "O"))
    no_page = one_used(dice, DENVER, "Mazda", "CX-5", 9207)
    rows.insert(47 - 2, replace(no_page, listed=False))
    repeated = one_used(dice, DENVER, "Toyota", "4Runner", 9213)
    rows.insert(60 - 2, repeated)
    rows.insert(118 - 2, replace(repeated))
    return rows


def chicago_cars(dice: Dice, shared: Car) -> list[Car]:
    """Chicago's rows in the order of the export, the deliberate faults included."""
    cars = draw_lot(dice, CHICAGO, PLAN[CHICAGO], 101_401, chicago_stock)
    assign_statuses(dice, cars, CHICAGO)
    assign_missing_prices(dice, cars, CHICAGO)
    age_a_few(dice, cars)
    unread = next(car for car in in_stock(cars, "used") if car.price_text is None)
    unread.miles = None  # a used car whose odometer nobody wrote down
    rows = dice.shuffled([*cars, shared])

    short_vin = one_used(dice, CHICAGO, "Jeep", "Grand Cherokee", 109_101)
    rows.insert(9 - 2, replace(short_vin, vin=short_vin.vin[:-1]))
    no_year = one_used(dice, CHICAGO, "Volkswagen", "Jetta", 109_107)
    rows.insert(33 - 2, replace(no_year, year_text="TBD"))
    two_prices = one_used(dice, CHICAGO, "GMC", "Sierra 1500", 109_113)
    rows.insert(52 - 2, two_prices)
    rows.insert(101 - 2, replace(two_prices, price=two_prices.price - 1_500))
    set_internal_amounts(rows)
    # The pair differs in the price alone.
    rows[101 - 2].book, rows[101 - 2].invoice = two_prices.book, two_prices.invoice
    return rows


def photo_urls(car: Car) -> str:
    """The photos of one car, separated by pipes."""
    place = car.rooftop.removeprefix("ridge-")
    folder = f"https://img.ridge.example/{place}/{car.stock}"
    return "|".join(f"{folder}/{number}.jpg" for number in range(1, car.photos + 1))


def listing_url(car: Car) -> str:
    """The car's page on Denver's site."""
    words = f"{car.year} {car.line.make} {car.line.model} {car.stock}".lower()
    slug = "".join(char if char.isalnum() else "-" for char in words)
    kind = "new" if car.condition == "new" else "used"
    return f"https://denver.ridge.example/inventory/{kind}-{slug}"


def photo_time(car: Car) -> str:
    """When the photos changed last, in the format that names no zone."""
    if not car.photos:
        return ""
    day = (car.stocked or EXPORT_DAY - dt.timedelta(days=30)) + dt.timedelta(days=1)
    day = min(day, EXPORT_DAY - dt.timedelta(days=1))
    return f"{day.month}/{day.day}/{day.year} 7:{int(car.stock[:5]) % 60:02d}:50 AM"


def vauto_row(car: Car) -> dict[str, str]:
    """One car in the words of the Denver export."""
    new = car.condition == "new"
    return {
        "DealerId": "RIDGEDEN", "Stock #": car.stock, "VIN": car.vin,
        "New/Used": "N" if new else "U", "Year": car.year_text or str(car.year),
        "Make": car.line.make, "Model": car.line.model, "Series": car.trim,
        "Body": catalogue.VAUTO_BODY[car.line.shape],
        "Odometer": "" if car.miles is None else str(car.miles),
        "Colour": car.exterior, "Interior Color": car.interior,
        "Price": str(car.price) if car.price_text is None else car.price_text,
        "MSRP": str(car.msrp) if new else "",
        "Inventory Date": car.stocked.strftime("%m/%d/%Y") if car.stocked else "",
        "Certified": "" if new else str(car.condition == "certified"),
        "Description": car.description, "Features": "|".join(car.features),
        "Photo Url List": photo_urls(car),
        "Vehicle Detail Link": listing_url(car) if car.listed else "",
        "Photos Last Modified Date": photo_time(car),
        "Disposition": "W" if car.wholesale else "R",
        "Transmission": catalogue.GEARBOX[car.line.gearbox],
        "Drivetrain Desc": catalogue.VAUTO_DRIVE[car.line.drive],
        "Fuel": catalogue.VAUTO_FUEL[car.line.fuel], "Status": car.status,
    }


def homenet_row(car: Car) -> dict[str, str]:
    """One car in the words of the Chicago export."""
    kind = {"new": "New", "demo": "Demo"}.get(car.condition, "Used")
    price = str(car.price + CHICAGO_CHARGES) if car.price_text is None else car.price_text
    return {
        "Type": kind, "Stock": car.stock, "VIN": car.vin, "Year": car.year_text or str(car.year),
        "Make": car.line.make, "Model": car.line.model,
        "Body": catalogue.HOMENET_BODY[car.line.shape], "Trim": car.trim,
        "ExteriorColor": car.exterior, "InteriorColor": car.interior,
        "Miles": "" if car.miles is None else str(car.miles),
        # Filled even where Internet_Price is not: nobody may fall back to it.
        "SellingPrice": str(car.price),
        "MSRP": str(car.msrp) if kind != "Used" else "0",
        "BookValue": str(car.book), "Invoice": str(car.invoice),
        "Certified": str(car.condition == "certified"),
        "DateInStock": car.stocked.isoformat() if car.stocked else "",
        "Internet_Price": price, "ImageList": photo_urls(car),
        "Transmission": catalogue.GEARBOX[car.line.gearbox],
        "Drivetrain": catalogue.HOMENET_DRIVE[car.line.drive],
        "Fuel": catalogue.HOMENET_FUEL[car.line.fuel],
        "Options": ",".join(car.features), "Status": car.status,
    }


def write_csv(rows: list[dict[str, str]], quoting: int, line_end: str) -> bytes:
    """The rows as a file, header first."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), quoting=quoting, lineterminator=line_end)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode("utf-8")


def publishable(rows: list[Car]) -> list[Car]:
    """The cars without the deliberate faults, the auction cars and the repeats."""
    counts: dict[str, int] = {}
    for car in rows:
        counts[car.vin] = counts.get(car.vin, 0) + 1
    return [car for car in rows
            if counts[car.vin] == 1 and len(car.vin) == 17 and "O" not in car.vin
            and car.listed and not car.wholesale and car.year_text is None]


def evidence_file(dice: Dice, lots: dict[str, list[Car]], shared_vin: str) -> dict:
    """The side file. The car of both rooftops is left out: it has no evidence yet."""
    vehicles = []
    for rooftop, rows in lots.items():
        cars = [car for car in publishable(rows) if car.vin != shared_vin]
        used_count, flagged = EVIDENCE[rooftop]
        vehicles += evidence.entries(dice, rooftop, cars, used_count, flagged, FRANCHISE[rooftop])
    return {"source_name": "Example Ridge used-car desk (demonstration)", "vehicles": vehicles}


def write_evidence(content: dict) -> bytes:
    """JSON with one block of a car per line: small, and a change shows as one line."""
    def one_line(value) -> str:
        return json.dumps(value, ensure_ascii=False)

    cars = [",\n   ".join(f"{one_line(key)}: {one_line(value)}" for key, value in entry.items())
            for entry in content["vehicles"]]
    body = ",\n".join(f"  {{{car}}}" for car in cars)
    head = f'{{"source_name": {one_line(content["source_name"])},\n "vehicles": [\n'
    return f"{head}{body}\n ]}}\n".encode("utf-8")


def build() -> dict[str, bytes]:
    """All files by name, checked."""
    dice = Dice(SEED)
    shared_denver, shared_chicago = shared_car(dice)
    lots = {DENVER: denver_cars(dice, shared_denver), CHICAGO: chicago_cars(dice, shared_chicago)}
    denver = [vauto_row(car) for car in lots[DENVER]]
    chicago = [homenet_row(car) for car in lots[CHICAGO]]
    side = evidence_file(dice, lots, shared_denver.vin)
    files = {
        "denver-vauto.csv": write_csv(denver, csv.QUOTE_ALL, "\r\n"),
        "chicago-homenet.csv": write_csv(chicago, csv.QUOTE_MINIMAL, "\n"),
        "used-evidence.json": write_evidence(side),
    }
    checks.check_all(files, HERE, CHICAGO_CHARGES)
    return files


def main() -> int:
    """Writes, compares or describes the files."""
    files = build()
    if "--summary" in sys.argv:
        print(json.dumps(checks.summarize(files), indent=2))
        return 0
    if "--check" in sys.argv:
        differing = [name for name, data in files.items()
                     if not (HERE / name).is_file() or (HERE / name).read_bytes() != data]
        for name in differing:
            print(f"{name} differs from what generate.py writes", file=sys.stderr)
        return 1 if differing else 0
    for name, data in files.items():
        (HERE / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
