"""Checks what generate.py is about to write, and counts it.

The checks read the finished bytes again, as a stranger would, and not the
objects that they were made from.
"""

import csv
import io
import json
import re
import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path

from stock import YEAR_CODES, check_digit

AUTHORITIES = {"authoritative_dealer_system", "dealer_asserted", "oem", "government",
               "third_party", "derived", "unknown"}
# Where each closed list of words applies: (block, key) -> words.
WORDS = {
    ("report", "status"): {"available", "not_available", "restricted", "unknown"},
    ("report", "access"): {"public_link", "dealer_presented", "on_request", "restricted", "none"},
    ("summary", "accident_status"): {"events_reported", "no_events_reported", "unknown"},
    ("summary", "damage_status"): {"damage_reported", "no_damage_reported", "unknown"},
    ("summary", "structural_damage_status"): {"reported", "not_reported", "unknown"},
    ("summary", "airbag_deployment_status"): {"reported", "not_reported", "unknown"},
    ("summary", "title_brand_status"): {"brands_reported", "no_brands_reported", "unknown"},
    ("summary", "odometer_consistency"): {"consistent", "discrepancy_reported", "unknown"},
    ("title", "status"): {"clear", "branded", "pending", "in_transit", "unknown"},
    ("condition", "status"): {"completed", "partial", "not_inspected", "unknown"},
    ("condition", "inspection_authority"):
        {"manufacturer_program", "independent_third_party", "dealer", "unknown"},
    ("component", "status"): {"pass", "attention", "fail", "not_inspected", "unknown"},
    ("certification", "type"): {"manufacturer_cpo", "dealer_certified", "third_party_certified",
                                "not_certified", "unknown"},
    ("warranty", "coverage_type"): {"basic", "powertrain", "corrosion", "roadside", "ev_battery",
                                    "cpo_limited", "dealer_limited", "service_contract", "other"},
    ("warranty", "status"): {"included", "remaining_factory", "optional", "expired", "unknown"},
    ("reconditioning", "status"): {"not_started", "in_progress", "completed", "unknown"},
    ("item", "category"): {"mechanical", "safety", "tires", "brakes", "cosmetic", "interior",
                           "glass", "electrical", "recall", "other"},
    ("item", "status"): {"planned", "in_progress", "completed", "declined", "unknown"},
    ("criterion", "criterion"): {"residency", "loyalty", "conquest", "military", "first_responder",
                                 "college_graduate", "finance_provider", "payment_mode",
                                 "trade_in", "lease_return", "membership", "other"},
    ("criterion", "operator"): {"equals", "in", "present", "verified"},
    ("criterion", "evidence_status"): {"required", "claimed", "verified", "not_required"},
}
# A pair of reports that differs here is a discrepancy.
MATERIAL = ("accident_status", "damage_status", "structural_damage_status",
            "airbag_deployment_status", "title_brand_status", "odometer_consistency",
            "owner_count")
EXPORT_TIME = "2026-11-30T00:00:00Z"
NO_PRICE = {"", "0", "Call"}
# The deliberate faults: (file, line) -> what is wrong.
FAULTS = {
    ("denver-vauto.csv", 12): "VIN contains the letter O",
    ("denver-vauto.csv", 47): "no vehicle detail link",
    ("denver-vauto.csv", 118): "exact repeat of line 60",
    ("chicago-homenet.csv", 9): "VIN has 16 characters",
    ("chicago-homenet.csv", 33): "year is not a number",
    ("chicago-homenet.csv", 52): "same VIN as line 101, other price",
    ("chicago-homenet.csv", 101): "same VIN as line 52, other price",
}


def read_rows(files: dict[str, bytes], name: str) -> list[tuple[int, dict[str, str]]]:
    """The rows of one export with the line on which each starts."""
    text = io.StringIO(files[name].decode("utf-8"), newline="")
    reader = csv.DictReader(text)
    out, start = [], 2
    for row in reader:
        out.append((start, row))
        start = reader.line_num + 1
    return out


def unify(name: str, row: dict[str, str]) -> dict[str, str]:
    """The few fields that the checks need, under one set of names."""
    vauto = name.startswith("denver")
    kind = row["New/Used" if vauto else "Type"]
    condition = {"N": "new", "New": "new", "Demo": "demo"}.get(kind, "used")
    if condition == "used" and row["Certified"] == "True":
        condition = "certified"
    return {
        "vin": row["VIN"], "stock": row["Stock #" if vauto else "Stock"], "year": row["Year"],
        "make": row["Make"], "condition": condition, "status": row["Status"],
        "price": row["Price" if vauto else "Internet_Price"], "msrp": row["MSRP"],
        "miles": row["Odometer" if vauto else "Miles"],
        "date": row["Inventory Date" if vauto else "DateInStock"],
        "wholesale": row.get("Disposition") == "W",
    }


def publishable(files: dict[str, bytes], name: str) -> list[dict[str, str]]:
    """The cars of one export that should be published."""
    rows = [(line, unify(name, row)) for line, row in read_rows(files, name)]
    return [row for line, row in rows if (name, line) not in FAULTS and not row["wholesale"]]


def check_export(files: dict[str, bytes], name: str) -> None:
    """VINs, stock numbers, years, prices and mileage of one export."""
    rows = publishable(files, name)
    assert len({row["vin"] for row in rows}) == len(rows), "a VIN twice at one rooftop"
    assert len({row["stock"] for row in rows}) == len(rows), "a stock number twice"
    for row in rows:
        vin, year = row["vin"], int(row["year"])
        assert re.fullmatch(r"9ZZ[A-HJ-NPR-Z0-9]{14}", vin), vin
        assert vin[8] == check_digit(vin) and vin[9] == YEAR_CODES[year], vin
        assert 2015 <= year <= 2027, year
        if row["price"] not in NO_PRICE:
            check_price(row, int(row["price"]))
        if row["miles"]:
            check_miles(row, year, int(row["miles"]))


def check_price(row: dict[str, str], price: int) -> None:
    """A plausible price; a new car near its list price."""
    assert 6_000 <= price <= 90_000, (row["vin"], price)
    if row["condition"] in ("new", "demo"):
        assert 0.85 <= price / int(row["msrp"]) <= 1.02, (row["vin"], price, row["msrp"])


def check_miles(row: dict[str, str], year: int, miles: int) -> None:
    """Mileage that fits the condition and the age."""
    if row["condition"] == "new":
        assert miles <= 60, row
    elif row["condition"] == "demo":
        assert 1_000 <= miles <= 7_000, row
    else:
        pace = miles / (2026 - year + 0.6)
        assert 6_500 <= pace <= 16_500, row


def check_faults(files: dict[str, bytes]) -> None:
    """Each deliberate fault stands where the README says, and is the only one in its row."""
    denver = dict(read_rows(files, "denver-vauto.csv"))
    chicago = dict(read_rows(files, "chicago-homenet.csv"))
    assert "O" in denver[12]["VIN"] and len(denver[12]["VIN"]) == 17
    assert denver[47]["Vehicle Detail Link"] == "" and denver[118] == denver[60]
    assert len(chicago[9]["VIN"]) == 16 and not chicago[33]["Year"].isdigit()
    pair = (chicago[52], chicago[101])
    differing = {key for key in pair[0] if pair[0][key] != pair[1][key]}
    assert differing == {"SellingPrice", "Internet_Price"}, differing
    empty = [line for line, row in denver.items() if not row["Vehicle Detail Link"]]
    assert empty == [47], empty
    both = {row["VIN"] for row in denver.values()} & {row["VIN"] for row in chicago.values()}
    assert len(both) == 1, "exactly one car is listed at both rooftops"


def check_internal_amounts(files: dict[str, bytes]) -> None:
    """No internal amount equals a number that may be published, so that a leak shows."""
    internal, public = set(), set()
    for _, row in read_rows(files, "chicago-homenet.csv"):
        internal |= {row["BookValue"], row["Invoice"]}
        rest = " ".join(text for key, text in row.items() if key not in ("BookValue", "Invoice"))
        public |= set(re.findall(r"\d+", rest))
    for name in ("denver-vauto.csv", "used-evidence.json"):
        public |= set(re.findall(r"\d+", files[name].decode("utf-8")))
    assert not internal & public, internal & public


def check_format(files: dict[str, bytes]) -> None:
    """Quoting and line ends of the two exports, which are part of the demo."""
    denver, chicago = files["denver-vauto.csv"], files["chicago-homenet.csv"]
    assert denver.startswith(b'"DealerId"') and denver.count(b"\n") == denver.count(b"\r\n")
    assert chicago.startswith(b"Type,Stock,VIN") and b"\r" not in chicago
    for line, row in read_rows(files, "denver-vauto.csv")[:-1]:
        assert "\n" not in row["Description"], line
    dates = [row["date"] for name in ("denver-vauto.csv", "chicago-homenet.csv")
             for row in publishable(files, name) if row["date"]]
    iso = [f"{d[6:]}-{d[:2]}-{d[3:5]}" if "/" in d else d for d in dates]
    assert max(iso) < EXPORT_TIME[:10], max(iso)


def check_words(block: str, value: dict) -> None:
    """Every word of a closed list is in that list."""
    for (where, key), words in WORDS.items():
        if where == block and key in value:
            assert value[key] in words, (block, key, value[key])


def check_evidence(files: dict[str, bytes]) -> None:
    """The rules of the side file, car by car."""
    rows = {(rooftop, row["vin"]): row
            for rooftop, name in (("ridge-denver", "denver-vauto.csv"),
                                  ("ridge-chicago", "chicago-homenet.csv"))
            for row in publishable(files, name)}
    vehicles = json.loads(files["used-evidence.json"])["vehicles"]
    assert len({(v["rooftop_id"], v["vin"]) for v in vehicles}) == len(vehicles)
    for entry in vehicles:
        row = rows[(entry["rooftop_id"], entry["vin"])]
        assert row["condition"] in ("used", "certified", "demo"), entry["vin"]
        check_times(entry)
        for report in entry.get("history_reports", []):
            check_report(report, int(row["miles"]))
        for key in ("title", "condition_report", "certification", "reconditioning"):
            if key in entry:
                check_words(key.removesuffix("_report"), entry[key])
                assert entry[key]["authority"] in AUTHORITIES
        for part in entry.get("condition_report", {}).get("components", []):
            check_words("component", part)
        check_certification(entry.get("certification"), row)
        check_reconditioning(entry.get("reconditioning"))


def check_times(value) -> None:
    """Every time is before the export, except the end of a warranty."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.endswith("_at") and key != "expires_at":
                assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", inner), inner
                assert inner < EXPORT_TIME, inner
            check_times(inner)
    elif isinstance(value, list):
        for inner in value:
            check_times(inner)


def check_report(report: dict, miles: int) -> None:
    """A report's summary only where sharing is authorized; the odometer never runs back."""
    check_words("report", report)
    assert re.fullmatch(r"[a-z0-9]+(?:[.-][a-z0-9]+)+", report["provider_id"])
    assert report.get("report_generated_at", "") <= report["observed_at"]
    assert ("summary" in report) == report["summary_sharing_authorized"]
    if "summary" in report:
        check_words("summary", report["summary"])
        assert report["summary"]["owner_count"] >= 1
        last = report["summary"].get("last_reported_odometer", {"value": 0})
        assert last["value"] <= miles


def check_certification(block: dict | None, row: dict[str, str]) -> None:
    """A maker's program is named, and only on cars that the export flags."""
    if block is None:
        return
    for cover in block["warranty"]:
        check_words("warranty", cover)
    if block["type"] == "manufacturer_cpo":
        assert block["program_name"] and row["condition"] == "certified"


def check_reconditioning(block: dict | None) -> None:
    """Never completed while a safety item is open."""
    if block is None:
        return
    for item in block["items"]:
        check_words("item", item)
    unfinished = [item for item in block["items"]
                  if item["category"] == "safety" and item["status"] != "completed"]
    assert not (block["status"] == "completed" and unfinished)
    assert ("completed_at" in block) == (block["status"] == "completed")


def check_incentives(folder: Path) -> None:
    """The hand-written offers: words, amounts, cross-references, validity."""
    offers = tomllib.loads((folder / "incentives.toml").read_text("utf-8"))["incentives"]
    ids = {offer["id"] for offer in offers}
    assert len(ids) == len(offers)
    for offer in offers:
        assert offer["direction"] in ("discount", "surcharge")
        assert offer["authority"] in AUTHORITIES and offer["criteria"]
        assert set(offer["stacking"]["combinable_with"]) <= ids
        assert offer["stacking"]["combinability"] in ("stackable", "exclusive", "rule_defined")
        assert offer["observed_at"] < EXPORT_TIME
        assert offer.get("valid_until", "9") > offer["valid_from"]
        for criterion in offer["criteria"]:
            check_words("criterion", criterion)
    assert sum("amount" not in offer for offer in offers) == 1
    assert sum(offer.get("valid_until", "9") < EXPORT_TIME for offer in offers) == 1
    assert sum(offer["valid_from"] > EXPORT_TIME for offer in offers) == 1


def check_config(folder: Path, charges_in_price: Decimal) -> None:
    """The configuration agrees with the files and with itself."""
    config = tomllib.loads((folder / "dealeragent.toml").read_text("utf-8"))
    rooftops = {r["id"]: r for r in config["organizations"][0]["rooftops"]}
    for feed in config["feeds"]:
        rooftop = rooftops[feed["rooftop"]]
        for charge in rooftop["charges"]:
            assert charge["included_in_advertised_price"] == feed["price_includes_required_charges"]
        assert sum(not contact["public"] for contact in rooftop["contacts"]) == 1
    chicago = sum(Decimal(charge["amount"]) for charge in rooftops["ridge-chicago"]["charges"])
    assert chicago == charges_in_price, chicago


def check_domains(files: dict[str, bytes], folder: Path) -> None:
    """Every address in every file is under the reserved `.example`."""
    texts = [data.decode("utf-8") for data in files.values()]
    texts += [(folder / name).read_text("utf-8") for name in ("dealeragent.toml", "incentives.toml")]
    for text in texts:
        for host in re.findall(r"(?:://|@)([A-Za-z0-9.-]+)", text):
            assert host.endswith(".example"), host
        assert "http://" not in text


def check_counts(files: dict[str, bytes]) -> None:
    """The sizes that the README and the tests rely on."""
    denver, chicago = summarize(files)["denver-vauto.csv"], summarize(files)["chicago-homenet.csv"]
    assert denver["rows"] == 165 and chicago["rows"] == 150
    assert denver["publishable"] == 158 and chicago["publishable"] == 146
    assert denver["condition"] == {"certified": 16, "new": 82, "used": 60}
    assert chicago["condition"] == {"certified": 14, "demo": 5, "new": 66, "used": 61}
    assert len(summarize(files)["evidence"]["conflicts"]) == 8


def check_all(files: dict[str, bytes], folder: Path, charges_in_price: int) -> None:
    """Everything above. An AssertionError names what is wrong."""
    for name in ("denver-vauto.csv", "chicago-homenet.csv"):
        check_export(files, name)
    check_faults(files)
    check_internal_amounts(files)
    check_format(files)
    check_evidence(files)
    check_incentives(folder)
    check_config(folder, Decimal(charges_in_price))
    check_domains(files, folder)
    check_counts(files)


def find_conflicts(vehicles: list[dict]) -> list[dict]:
    """Cars whose shared summaries contradict each other, with the fact."""
    out = []
    for entry in vehicles:
        shared = [r["summary"] for r in entry.get("history_reports", []) if "summary" in r]
        for fact in MATERIAL:
            said = {s[fact] for s in shared if s.get(fact, "unknown") != "unknown"}
            if len(said) > 1:
                out.append({"vin": entry["vin"], "rooftop_id": entry["rooftop_id"], "fact": fact})
    return out


def count(values) -> dict:
    """How often each value occurs, in a stable order."""
    return dict(sorted(Counter(values).items()))


def summarize_export(files: dict[str, bytes], name: str) -> dict:
    """Counts of one export. Status, condition and prices count publishable cars only."""
    rows = publishable(files, name)
    return {
        "rows": len(read_rows(files, name)), "publishable": len(rows),
        "condition": count(row["condition"] for row in rows),
        "status": count(row["status"] for row in rows),
        "new_makes": count(row["make"] for row in rows if row["condition"] == "new"),
        "unknown_price": count(row["price"] for row in rows if row["price"] in NO_PRICE),
        "unknown_price_not_sold": sum(row["price"] in NO_PRICE and row["status"] != "Sold"
                                      for row in rows),
        "no_odometer": count(row["condition"] for row in rows if not row["miles"]),
        "no_stocked_date": count(row["condition"] for row in rows if not row["date"]),
    }


def summarize(files: dict[str, bytes]) -> dict:
    """Everything worth a test, counted."""
    out = {name: summarize_export(files, name) for name in ("denver-vauto.csv", "chicago-homenet.csv")}
    vehicles = json.loads(files["used-evidence.json"])["vehicles"]
    reports = [r for v in vehicles for r in v.get("history_reports", [])]
    out["evidence"] = {
        "vehicles": count(v["rooftop_id"] for v in vehicles),
        "blocks": count(key for v in vehicles for key in v if key not in ("vin", "rooftop_id")),
        "reports": count(f"{r['status']}/{r['access']}" for r in reports),
        "summaries": sum("summary" in r for r in reports),
        "two_providers": sum(len(v.get("history_reports", [])) == 2 for v in vehicles),
        "title": count(v["title"]["status"] for v in vehicles if "title" in v),
        "certification": count(v["certification"]["type"] for v in vehicles if "certification" in v),
        "reconditioning": count(v["reconditioning"]["status"] for v in vehicles
                                if "reconditioning" in v),
        "conflicts": find_conflicts(vehicles),
    }
    out["faults"] = {f"{name}:{line}": text for (name, line), text in FAULTS.items()}
    return out
