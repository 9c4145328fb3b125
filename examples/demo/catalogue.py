"""The models, colours and equipment that the demo dealership stocks.

Real makes and models, so that searches read naturally; every car built from
them is made up. Prices are rounded list prices, good enough for a plausible
demo and for nothing else.
"""

from dataclasses import dataclass

# One model line per row:
# make | model | shape | first and last model year | fuel | drive | gearbox | trim:list price, ...
# A line that ends in 2027 can be stocked new; the others only as used cars.
_TABLE = """
Subaru|Outback|wagon|2015-2025|gasoline|awd|cvt|Premium:33000,Limited:38500
Subaru|Outback|suv|2026-2027|gasoline|awd|cvt|Premium:36500,Limited:41500,Wilderness:46500
Subaru|Forester|suv|2015-2027|gasoline|awd|cvt|Premium:33000,Limited:37000
Subaru|Forester Hybrid|suv|2025-2027|hybrid|awd|cvt|Premium:36000,Limited:40500
Subaru|Crosstrek|suv|2016-2027|gasoline|awd|cvt|Premium:28500,Limited:32500
Subaru|Crosstrek Hybrid|suv|2026-2027|hybrid|awd|cvt|Sport:35000,Limited:37000
Subaru|Ascent|suv3|2019-2027|gasoline|awd|cvt|Premium:42000,Limited:47500,Touring:52000
Subaru|Impreza|hatch|2024-2027|gasoline|awd|cvt|Sport:27500,RS:30500
Subaru|WRX|sedan|2015-2027|gasoline|awd|manual6|Premium:37500,Limited:42000
Subaru|BRZ|coupe|2022-2027|gasoline|rwd|manual6|Limited:36500
Subaru|Solterra|suv|2023-2027|electric|awd|single|Premium:40500,Limited:44500
Subaru|Legacy|sedan|2015-2025|gasoline|awd|cvt|Premium:28500,Limited:34500
Toyota|Camry|sedan|2015-2024|gasoline|fwd|auto8|LE:27500,SE:28800,XLE:32500
Toyota|Camry|sedan|2025-2027|hybrid|fwd|cvt|LE:30500,SE:32800,XLE:36500
Toyota|Corolla|sedan|2015-2027|gasoline|fwd|cvt|LE:24300
Toyota|Corolla Hybrid|sedan|2020-2027|hybrid|fwd|cvt|LE:25800
Toyota|RAV4|suv|2015-2025|gasoline|awd|auto8|LE:30500,XLE:32500,Limited:37500
Toyota|RAV4|suv|2026-2027|hybrid|awd|cvt|LE:34500,SE:37000,Limited:44500
Toyota|RAV4 Hybrid|suv|2016-2025|hybrid|awd|cvt|XLE:34500,Limited:40500
Toyota|RAV4 Prime|suv|2021-2024|plug_in|awd|cvt|SE:44500,XSE:48000
Toyota|RAV4 Plug-in Hybrid|suv|2025-2027|plug_in|awd|cvt|SE:42500,XSE:46500
Toyota|Highlander|suv3|2015-2026|gasoline|awd|auto8|XLE:47000,Limited:50500
Toyota|Grand Highlander|suv3|2024-2027|gasoline|awd|auto8|XLE:46500,Limited:51500
Toyota|Grand Highlander Hybrid|suv3|2024-2027|hybrid|awd|cvt|XLE:48500,Limited:54500
Toyota|Tacoma|crew|2016-2023|gasoline|4wd|auto6|SR5:37500,TRD Off-Road:41500
Toyota|Tacoma|crew|2024-2027|gasoline|4wd|auto8|SR5:40500,TRD Sport:43500,TRD Off-Road:45500
Toyota|Tundra|crew|2022-2027|gasoline|4wd|auto10|SR5:51000,Limited:57500
Toyota|4Runner|suv|2015-2024|gasoline|4wd|auto5|SR5:43000,Limited:52000
Toyota|4Runner|suv|2025-2027|gasoline|4wd|auto8|SR5:44500,TRD Off-Road:52000
Toyota|Sienna|minivan|2021-2027|hybrid|fwd|cvt|LE:40500,XLE:45500
Toyota|Prius|hatch|2023-2027|hybrid|fwd|cvt|LE:29800,XLE:33200
Toyota|Prius Plug-in Hybrid|hatch|2025-2027|plug_in|fwd|cvt|SE:34800,XSE:38500
Toyota|bZ|suv|2026-2027|electric|awd|single|XLE:38500,Limited:44500
Ford|F-150|crew|2015-2027|gasoline|4wd|auto10|XLT:53500,Lariat:66000
Ford|F-150 PowerBoost|crew|2021-2027|hybrid|4wd|auto10|Lariat:69500
Ford|F-150 Lightning|crew|2022-2025|electric|4wd|single|XLT:63500,Lariat:74500
Ford|F-250 Super Duty|crew|2017-2027|diesel|4wd|auto10|XLT:68500,Lariat:81000
Ford|Maverick|crew|2022-2027|hybrid|fwd|cvt|XLT:32500,Lariat:37000
Ford|Ranger|crew|2019-2027|gasoline|4wd|auto10|XLT:40500,Lariat:46000
Ford|Bronco|suv|2021-2027|gasoline|4wd|auto10|Big Bend:43500,Outer Banks:51000
Ford|Bronco Sport|suv|2021-2027|gasoline|awd|auto8|Big Bend:34500,Outer Banks:37500
Ford|Explorer|suv3|2015-2024|gasoline|awd|auto10|XLT:42500,Limited:50500
Ford|Explorer|suv3|2025-2027|gasoline|awd|auto10|Active:44500,ST-Line:48500,Platinum:56500
Ford|Expedition|suv3|2025-2027|gasoline|4wd|auto10|Active:67500,Platinum:80500
Ford|Mustang|coupe|2015-2027|gasoline|rwd|auto10|EcoBoost Premium:39500,GT Premium:51500
Ford|Mustang Mach-E|suv|2021-2027|electric|awd|single|Premium:44500,GT:55500
Ford|Escape|suv|2015-2022|gasoline|awd|auto8|SE:29500,Titanium:36500
Ford|Escape Plug-in Hybrid|suv|2023-2025|plug_in|fwd|cvt|PHEV:41500
Ford|Transit Cargo Van|van|2020-2027|gasoline|rwd|auto10|T-250:50500
Hyundai|Elantra|sedan|2017-2027|gasoline|fwd|cvt|SEL:25000,Limited:28500
Hyundai|Elantra Hybrid|sedan|2021-2027|hybrid|fwd|dct6|Blue:26500,Limited:30500
Hyundai|Sonata|sedan|2015-2027|gasoline|fwd|auto8|SEL:29500
Hyundai|Sonata Hybrid|sedan|2020-2027|hybrid|fwd|auto6|SEL:33000,Limited:38500
Hyundai|Tucson|suv|2016-2027|gasoline|awd|auto8|SEL:33500,Limited:40500
Hyundai|Tucson Hybrid|suv|2022-2027|hybrid|awd|auto6|Blue:35500,Limited:42500
Hyundai|Tucson Plug-in Hybrid|suv|2022-2027|plug_in|awd|auto6|SEL:41500,Limited:48500
Hyundai|Santa Fe|suv3|2019-2027|gasoline|awd|auto8|SEL:39500,Limited:47500
Hyundai|Santa Fe Hybrid|suv3|2024-2027|hybrid|awd|auto6|SEL:41500,Limited:48500
Hyundai|Palisade|suv3|2020-2027|gasoline|awd|auto8|SEL:44500,Limited:52500
Hyundai|Palisade Hybrid|suv3|2026-2027|hybrid|awd|auto6|Limited:55500,Calligraphy:60000
Hyundai|Kona|suv|2018-2027|gasoline|awd|auto8|SEL:28000,Limited:33500
Hyundai|Kona Electric|suv|2019-2025|electric|fwd|single|SEL:36500,Limited:41500
Hyundai|Ioniq 5|suv|2022-2027|electric|awd|single|SEL:44500,Limited:52500
Hyundai|Ioniq 9|suv3|2026-2027|electric|awd|single|SE:65500,Limited:72500
Hyundai|Santa Cruz|crew|2022-2026|gasoline|awd|dct8|SEL:33500,Limited:42500
Honda|Civic|sedan|2016-2025|gasoline|fwd|cvt|LX:25500,EX:28500
Honda|Accord|sedan|2016-2025|gasoline|fwd|cvt|Sport:30500,EX-L:34500
Honda|Accord Hybrid|sedan|2018-2025|hybrid|fwd|cvt|EX-L:35500
Honda|CR-V|suv|2015-2025|gasoline|awd|cvt|EX:34500,EX-L:37500
Honda|CR-V Hybrid|suv|2020-2025|hybrid|awd|cvt|EX-L:39500
Honda|Pilot|suv3|2016-2025|gasoline|awd|auto10|EX-L:46500,Touring:50500
Honda|Odyssey|minivan|2018-2025|gasoline|fwd|auto10|EX-L:43500
Honda|Ridgeline|crew|2017-2025|gasoline|awd|auto9|RTL:43500
Chevrolet|Silverado 1500|crew|2016-2025|gasoline|4wd|auto8|LT:53500
Chevrolet|Silverado 2500HD|crew|2020-2025|diesel|4wd|auto10|LT:68500,LTZ:75500
Chevrolet|Equinox|suv|2018-2025|gasoline|awd|auto6|LT:31500
Chevrolet|Equinox EV|suv|2024-2026|electric|fwd|single|LT:35500
Chevrolet|Bolt EV|hatch|2017-2023|electric|fwd|single|LT:28500
Chevrolet|Tahoe|suv3|2021-2025|gasoline|4wd|auto10|LT:66500
Chevrolet|Malibu|sedan|2016-2024|gasoline|fwd|auto9|LT:28500
Kia|Telluride|suv3|2020-2026|gasoline|awd|auto8|EX:45500,SX:51500
Kia|Sportage|suv|2017-2026|gasoline|awd|auto8|LX:30500,EX:33500
Kia|Sportage Plug-in Hybrid|suv|2023-2026|plug_in|awd|auto6|X-Line:41500
Kia|EV6|suv|2022-2025|electric|awd|single|Wind:52500,GT-Line:57500
Kia|Niro|suv|2023-2026|hybrid|fwd|dct6|EX:31500
Volkswagen|Jetta|sedan|2019-2025|gasoline|fwd|auto8|SE:25500
Volkswagen|Golf GTI|hatch|2018-2025|gasoline|fwd|dct7|SE:37500
Volkswagen|Tiguan|suv|2018-2024|gasoline|awd|auto8|SE:33500
Volkswagen|Atlas|suv3|2018-2025|gasoline|awd|auto8|SE:42500
Volkswagen|ID.4|suv|2021-2025|electric|awd|single|Pro S:51500
Mazda|CX-5|suv|2016-2025|gasoline|awd|auto6|Touring:31500,Grand Touring:36500
Mazda|CX-90 PHEV|suv3|2024-2026|plug_in|awd|auto8|Premium:55500
Mazda|Mazda3|hatch|2019-2025|gasoline|fwd|auto6|Preferred:28500
Mazda|MX-5 Miata|convertible|2016-2025|gasoline|rwd|manual6|Club:33500
BMW|330i|sedan|2017-2025|gasoline|rwd|auto8|xLine:46500
BMW|X3|suv|2018-2025|gasoline|awd|auto8|xDrive30i:50500
BMW|X5|suv|2021-2023|plug_in|awd|auto8|xDrive45e:67500
BMW|i4|hatch|2022-2025|electric|rwd|single|eDrive40:58500
Nissan|Rogue|suv|2017-2025|gasoline|awd|cvt|SV:32500
Nissan|Leaf|hatch|2018-2025|electric|fwd|single|SV Plus:36500
Jeep|Wrangler|suv|2018-2025|gasoline|4wd|auto8|Sahara:49500
Jeep|Wrangler 4xe|suv|2021-2025|plug_in|4wd|auto8|Sahara:58500
Jeep|Grand Cherokee|suv|2018-2025|gasoline|4wd|auto8|Limited:48500
Ram|1500|crew|2019-2025|gasoline|4wd|auto8|Big Horn:54500
Ram|2500|crew|2019-2025|diesel|4wd|auto6|Laramie:78500
GMC|Sierra 1500|crew|2019-2025|gasoline|4wd|auto8|SLT:60500
Tesla|Model 3|sedan|2018-2025|electric|rwd|single|Long Range:44500
Tesla|Model Y|suv|2020-2025|electric|awd|single|Long Range:49500
Lexus|RX 350|suv|2016-2025|gasoline|awd|auto8|Premium:53500
Volvo|XC60|suv|2018-2025|gasoline|awd|auto8|Plus:51500
"""


@dataclass(frozen=True)
class Line:
    """One model line: what a car of it has in common with its siblings."""

    make: str
    model: str
    shape: str
    first_year: int
    last_year: int
    fuel: str
    drive: str
    gearbox: str
    trims: tuple[tuple[str, int], ...]


def _parse(row: str) -> Line:
    make, model, shape, years, fuel, drive, gearbox, trims = row.split("|")
    first, last = (int(year) for year in years.split("-"))
    priced = tuple((name, int(price)) for name, price in (t.split(":") for t in trims.split(",")))
    return Line(make, model, shape, first, last, fuel, drive, gearbox, priced)


LINES = tuple(_parse(row) for row in _TABLE.strip().splitlines())

# The two exports use different words for the same thing, as real ones do.
VAUTO_BODY = {
    "sedan": "4D Sedan", "hatch": "4D Hatchback", "coupe": "2D Coupe", "wagon": "4D Wagon",
    "suv": "4D Sport Utility", "suv3": "4D Sport Utility", "crew": "4D Crew Cab",
    "minivan": "4D Passenger Van", "van": "3D Cargo Van", "convertible": "2D Convertible",
}
HOMENET_BODY = {
    "sedan": "Sedan", "hatch": "Hatchback", "coupe": "Coupe", "wagon": "Wagon",
    "suv": "SUV", "suv3": "SUV", "crew": "Crew Cab Pickup",
    "minivan": "Minivan", "van": "Cargo Van", "convertible": "Convertible",
}
VAUTO_DRIVE = {
    "awd": "All-Wheel Drive", "fwd": "Front-Wheel Drive",
    "rwd": "Rear-Wheel Drive", "4wd": "Four-Wheel Drive",
}
HOMENET_DRIVE = {"awd": "AWD", "fwd": "FWD", "rwd": "RWD", "4wd": "4WD"}
VAUTO_FUEL = {
    "gasoline": "Gasoline", "diesel": "Diesel", "hybrid": "Gas/Electric Hybrid",
    "plug_in": "Plug-In Hybrid", "electric": "Electric",
}
HOMENET_FUEL = {
    "gasoline": "Gasoline", "diesel": "Diesel", "hybrid": "Hybrid",
    "plug_in": "Plug-In Hybrid", "electric": "Electric",
}
GEARBOX = {
    "cvt": "Continuously Variable Automatic", "manual6": "6-Speed Manual",
    "auto5": "5-Speed Automatic", "auto6": "6-Speed Automatic", "auto8": "8-Speed Automatic",
    "auto9": "9-Speed Automatic", "auto10": "10-Speed Automatic",
    "dct6": "6-Speed Dual-Clutch Automatic", "dct7": "7-Speed Dual-Clutch Automatic",
    "dct8": "8-Speed Dual-Clutch Automatic", "single": "1-Speed Automatic",
}

INTERIORS = ("Black", "Gray", "Beige", "Slate", "Saddle Brown", "Charcoal")
EXTERIORS = {
    "Subaru": ("Crystal White Pearl", "Magnetite Gray Metallic", "Sapphire Blue Pearl",
               "Autumn Green Metallic", "Ice Silver Metallic", "Crystal Black Silica"),
    "Toyota": ("Ice Cap", "Midnight Black Metallic", "Blueprint", "Supersonic Red",
               "Celestial Silver Metallic", "Underground"),
    "Ford": ("Oxford White", "Agate Black Metallic", "Carbonized Gray Metallic",
             "Rapid Red Metallic", "Atlas Blue Metallic"),
    "Hyundai": ("Abyss Black Pearl", "Serenity White Pearl", "Amazon Gray",
                "Ultimate Red", "Cyber Gray Metallic"),
    "other": ("White", "Black", "Silver", "Gray", "Blue", "Red", "Dark Green"),
}

# (feature, first model year that plausibly has it, shapes or fuels it is limited to)
FEATURES = (
    ("Backup Camera", 2015, ()), ("Bluetooth", 2015, ()), ("Keyless Entry", 2015, ()),
    ("Heated Front Seats", 2015, ()), ("Leather Seats", 2015, ()), ("Navigation System", 2015, ()),
    ("Apple CarPlay", 2019, ()), ("Android Auto", 2019, ()), ("Blind Spot Monitor", 2017, ()),
    ("Adaptive Cruise Control", 2018, ()), ("Lane Keep Assist", 2018, ()),
    ("Heated Steering Wheel", 2018, ()), ("Wireless Charging", 2020, ()),
    ("360-Degree Camera", 2021, ()), ("Ventilated Front Seats", 2021, ()),
    ("Moonroof", 2015, ("sedan", "hatch", "suv", "suv3", "wagon")),
    ("Power Liftgate", 2016, ("suv", "suv3", "wagon")),
    ("Roof Rails", 2015, ("suv", "suv3", "wagon")),
    ("Third Row Seating", 2015, ("suv3", "minivan")),
    ("Power Sliding Doors", 2015, ("minivan",)),
    ("Trailer Hitch", 2015, ("crew", "suv3")),
    ("Bed Liner", 2015, ("crew",)), ("Trailer Brake Controller", 2017, ("crew",)),
    ("Bulkhead Partition", 2015, ("van",)),
    ("DC Fast Charging", 2017, ("electric",)), ("Heat Pump", 2021, ("electric",)),
)
