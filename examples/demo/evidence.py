"""Builds used-evidence.json: what other sources say about used cars.

The exports only say "used" and perhaps "certified". Everything else that a
shopper asks about a used car (history, title, condition, certification,
reconditioning) comes from such a side file, each block with its own source.
"""

import datetime as dt

from stock import EXPORT_DAY, Car, Dice, keep_clear

PROVIDERS = {
    "history-one": ("example.history-one", "History One (demonstration)",
                    "https://history-one.example/report/"),
    "second-look": ("example.second-look", "Second Look Reports (demonstration)",
                    "https://second-look.example/reports/"),
}
PROGRAMS = {
    "Subaru": ("Subaru Certified Pre-Owned (demonstration)", 152),
    "Toyota": ("Toyota Gold Certified (demonstration)", 160),
    "Ford": ("Ford Gold Certified (demonstration)", 172),
    "Hyundai": ("Hyundai Certified Pre-Owned (demonstration)", 173),
}
STATE = {"ridge-denver": "US-CO", "ridge-chicago": "US-IL"}
CENTER = {"ridge-denver": "Example Ridge Denver service records",
          "ridge-chicago": "Example Ridge Chicago service records"}
REGISTRY = "Example title registry (demonstration)"

# The fact on which the two providers disagree, one car each. Everything else
# in the pair agrees, so that each car shows exactly one discrepancy.
CONFLICTS = {
    "ridge-denver": ("accident_status", "title_brand_status", "owner_count",
                     "odometer_consistency", "damage_status"),
    "ridge-chicago": ("structural_damage_status", "airbag_deployment_status", "accident_status"),
}
# How a used car without a conflict is reported on; cars take turns through this list.
HISTORY_TURNS = ("shared", "shared", "presented", "agreeing", "shared", "on_request",
                 "not_available", "shared", "restricted", "none", "shared", "unknown")
TITLE_TURNS = ("clear", "clear", "clear", "none", "clear", "pending", "clear",
               "clear", "in_transit", "clear", "unknown", "clear", "none")
RECON_TURNS = ("completed", "completed", "open_safety", "none", "completed", "in_progress",
               "completed", "none", "not_started")
BRANDED = {"ridge-denver": ["hail"], "ridge-chicago": ["manufacturer_buyback"]}


def moment(day: dt.date, hour: int, minute: int = 0) -> str:
    """An RFC 3339 time in UTC."""
    return f"{day.isoformat()}T{hour:02d}:{minute:02d}:00Z"


def after(car: Car, days: int, hour: int, minute: int = 0) -> str:
    """A time so many days after the car came in."""
    return moment(car.stocked + dt.timedelta(days=days), hour, minute)


def recent(dice: Dice) -> str:
    """A time in the last days before the export."""
    day = EXPORT_DAY - dt.timedelta(days=dice.between(1, 9))
    return moment(day, dice.between(7, 22), dice.between(0, 59))


def distance(value: int) -> dict:
    """Miles, with the unit said."""
    return {"value": value, "unit": "mi"}


def summary(dice: Dice, car: Car) -> dict:
    """A provider's summary of a car with nothing remarkable."""
    owners = 1 if car.year >= 2023 else dice.between(1, 3)
    return {
        "accident_status": "no_events_reported",
        "damage_status": "no_damage_reported",
        "structural_damage_status": "not_reported",
        "airbag_deployment_status": "not_reported",
        "title_brand_status": "no_brands_reported",
        "odometer_consistency": "consistent",
        "owner_count_status": "known",
        "owner_count": owners,
        "prior_use": [dice.pick(("personal", "personal", "lease", "rental", "fleet"))],
        "service_record_count": dice.between(2, 19),
        "last_reported_odometer": distance(keep_clear(car.miles - dice.between(40, 900))),
    }


def report(dice: Dice, car: Car, provider: str, kind: str, facts: dict | None = None) -> dict:
    """One provider's report; only a `shared` one carries its summary."""
    provider_id, name, base = PROVIDERS[provider]
    status, access = {
        "shared": ("available", "public_link"),
        "presented": ("available", "dealer_presented"),
        "on_request": ("available", "on_request"),
        "restricted": ("restricted", "restricted"),
        "not_available": ("not_available", "none"),
        "unknown": ("unknown", "none"),
    }[kind]
    block = {"provider_id": provider_id, "provider_name": name}
    if status in ("available", "restricted"):
        block["report_id"] = f"{provider[0].upper()}{dice.between(10_000_000, 99_999_999)}"
    block |= {"status": status, "access": access}
    if access == "public_link":
        block["report_url"] = base + block["report_id"]
    if status == "available":
        block["report_generated_at"] = after(car, dice.between(1, 3), dice.between(12, 20))
    block |= {"observed_at": recent(dice), "summary_sharing_authorized": kind == "shared"}
    if kind == "shared":
        block["summary"] = facts
    return block


def second_opinion(facts: dict) -> dict:
    """The same facts from a provider that counts less: it leaves the optional counts out."""
    left_out = ("service_record_count", "last_reported_odometer", "prior_use")
    return {key: value for key, value in facts.items() if key not in left_out}


def conflicting(dice: Dice, car: Car, fact: str) -> list[dict]:
    """Two reports that agree on all but one material fact."""
    first = summary(dice, car)
    if fact in ("structural_damage_status", "airbag_deployment_status"):
        # Only after a crash does the question arise; both providers know of the crash.
        first |= {"accident_status": "events_reported", "accident_event_count": 1,
                  "damage_status": "damage_reported"}
    second = second_opinion(first)
    worse = {
        "accident_status": "events_reported", "title_brand_status": "brands_reported",
        "odometer_consistency": "discrepancy_reported", "damage_status": "damage_reported",
        "structural_damage_status": "reported", "airbag_deployment_status": "reported",
        "owner_count": first["owner_count"] + 1,
    }[fact]
    second[fact] = worse
    if fact == "accident_status":
        second["accident_event_count"] = 1
    return [report(dice, car, "history-one", "shared", first),
            report(dice, car, "second-look", "shared", second)]


def history(dice: Dice, car: Car, turn: str) -> list[dict]:
    """The reports of a car whose providers do not contradict each other."""
    facts = summary(dice, car)
    if turn == "branded":
        facts |= {"title_brand_status": "brands_reported"}
        return [report(dice, car, "history-one", "shared", facts)]
    if turn == "agreeing":
        other = second_opinion(facts) | {"structural_damage_status": "unknown"}
        return [report(dice, car, "history-one", "shared", facts),
                report(dice, car, "second-look", "shared", other)]
    if turn == "shared" and car.year <= 2020 and dice.share(0, 1) < 0.5:
        facts |= {"accident_status": "events_reported", "accident_event_count": 1,
                  "damage_status": "damage_reported"}
    provider = dice.pick(("history-one", "history-one", "second-look"))
    return [report(dice, car, provider, turn, facts)]


def title(dice: Dice, car: Car, status: str, brands: list[str]) -> dict:
    """What is known about the title; only the registry is a government source."""
    block = {"status": status, "brands": brands}
    if status != "unknown":
        block["jurisdiction"] = STATE[car.rooftop]
    official = status in ("clear", "branded")
    return block | {
        "observed_at": recent(dice),
        "source_name": REGISTRY if official else "Example Ridge title desk",
        "authority": "government" if official else "dealer_asserted",
    }


def components(dice: Dice, car: Car, attention: str | None) -> list[dict]:
    """The inspected parts, one of which may need attention."""
    names = ["exterior", "interior", "mechanical", "electrical", "tires", "brakes", "glass"]
    if car.line.fuel in ("hybrid", "plug_in", "electric"):
        names.append("battery")
    out = [{"component": name, "status": "pass"} for name in names]
    notes = {"tires": "Front tread depth 4/32 in.", "brakes": "Rear pads at 4 mm.",
             "exterior": "Light scratches on the rear bumper."}
    for part in out:
        if part["component"] == attention:
            part |= {"status": "attention", "note": notes[attention]}
    if dice.share(0, 1) < 0.3:
        out.append({"component": "frame", "status": "not_inspected"})
    return out


def condition_report(dice: Dice, car: Car, who: str, attention: str | None) -> dict:
    """An inspection by the maker's program, an outside firm or the dealer."""
    points = {"manufacturer_program": PROGRAMS.get(car.line.make, ("", 150))[1],
              "independent_third_party": 120, "dealer": 85}[who]
    source, authority, inspector = {
        "manufacturer_program": (CENTER[car.rooftop], "authoritative_dealer_system",
                                 "Example Ridge certified technician"),
        "independent_third_party": ("Clearview Inspections (demonstration)", "third_party",
                                    "Clearview Inspections (demonstration)"),
        "dealer": (CENTER[car.rooftop], "dealer_asserted", "Example Ridge used-car desk"),
    }[who]
    block = {
        "status": "partial" if who == "dealer" and dice.share(0, 1) < 0.2 else "completed",
        "inspection_authority": who, "inspector_name": inspector,
        "inspected_at": after(car, 3, dice.between(14, 22)), "inspection_point_count": points,
    }
    if who == "independent_third_party":
        number = dice.between(100_000, 999_999)
        block["report_url"] = f"https://clearview-inspections.example/report/{number}"
        block["grade"] = {"system": "Clearview 1 to 5", "value": f"{dice.between(34, 48) / 10}"}
    block["components"] = components(dice, car, attention)
    block["disclosed_damage"] = (
        ["Light scratches on the rear bumper, about 10 cm."] if attention == "exterior" else [])
    return block | {"observed_at": block["inspected_at"], "source_name": source,
                    "authority": authority}


def factory_coverage(car: Car, kind: str, months: int, limit: int) -> dict:
    """What is left of a new-car warranty, counted from mid model year."""
    ends = dt.date(car.year + months // 12, 6, 1)
    left = ends > EXPORT_DAY and car.miles < limit
    return {"coverage_type": kind, "status": "remaining_factory" if left else "expired",
            "term_months": months, "distance_limit": distance(limit),
            "expires_at": moment(ends, 0), "transferable": True}


def warranty(car: Car, kind: str) -> list[dict]:
    """The coverage that goes with a certification."""
    out = [factory_coverage(car, "basic", 36, 36_000), factory_coverage(car, "powertrain", 60, 60_000)]
    if car.line.fuel == "electric":
        out.append(factory_coverage(car, "ev_battery", 96, 100_000))
    if kind == "manufacturer_cpo":
        out.append({"coverage_type": "cpo_limited", "status": "included", "term_months": 12,
                    "distance_limit": distance(12_000), "transferable": True})
        out.append({"coverage_type": "roadside", "status": "included", "term_months": 12})
    if kind == "dealer_certified":
        out.append({"coverage_type": "dealer_limited", "status": "included", "term_months": 3,
                    "distance_limit": distance(3_000), "transferable": False,
                    "description": "Engine and transmission, at Example Ridge workshops."})
    if kind in ("third_party_certified", "not_certified"):
        out.append({"coverage_type": "service_contract", "status": "optional"})
    return out


def certification(dice: Dice, car: Car, kind: str) -> dict:
    """The certification behind, or missing behind, the export's flag."""
    block: dict = {"type": kind}
    source, authority = "Example Ridge used-car desk", "dealer_asserted"
    if kind == "manufacturer_cpo":
        name, points = PROGRAMS[car.line.make]
        block |= {"program_name": name, "certified_at": after(car, 10, 16),
                  "inspection_point_count": points}
        source, authority = f"{car.line.make} certification portal (demonstration)", "oem"
    elif kind == "dealer_certified":
        block |= {"program_name": "Ridge Assured (demonstration)",
                  "certified_at": after(car, 10, 17), "inspection_point_count": 85}
    elif kind == "third_party_certified":
        block |= {"program_name": "Clearview Verified (demonstration)",
                  "certified_at": after(car, 11, 15), "inspection_point_count": 120}
        source, authority = "Clearview Inspections (demonstration)", "third_party"
    block["warranty"] = warranty(car, kind)
    return block | {"observed_at": recent(dice), "source_name": source, "authority": authority}


def reconditioning(dice: Dice, car: Car, turn: str, attention: str | None) -> dict:
    """Workshop items. An open safety item keeps the whole from being completed."""
    done = "planned" if turn == "not_started" else "completed"
    items = [
        {"category": "mechanical", "description": "Oil and filter service", "status": done},
        {"category": "interior", "description": "Interior detail", "status": done},
    ]
    if attention == "exterior":
        items.append({"category": "cosmetic", "description": "Rear bumper touch-up",
                      "status": "declined"})
    if attention == "tires":
        items.append({"category": "tires", "description": "Two front tires replaced", "status": done})
    if attention == "brakes":
        items.append({"category": "brakes", "description": "Rear pads replaced", "status": done})
    if turn == "open_safety":
        items.append({"category": "safety", "description": "Seat belt pretensioner check",
                      "status": dice.pick(("planned", "in_progress"))})
    if turn == "in_progress":
        items.append({"category": "recall", "description": "Open recall, part on order",
                      "status": "planned"})
    status = "in_progress" if turn == "open_safety" else turn
    block = {"status": status, "items": items}
    if status == "completed":
        block["completed_at"] = after(car, dice.between(5, 9), dice.between(15, 22))
    observed = block.get("completed_at") or recent(dice)
    return block | {"observed_at": observed, "source_name": CENTER[car.rooftop],
                    "authority": "authoritative_dealer_system"}


def certified_entry(dice: Dice, car: Car, kind: str) -> dict:
    """Evidence of a certified car: complete, since a program asks for all of it."""
    who = {"manufacturer_cpo": "manufacturer_program", "dealer_certified": "dealer",
           "third_party_certified": "independent_third_party"}[kind]
    attention = dice.pick((None, "tires", "brakes"))
    return {
        "vin": car.vin, "rooftop_id": car.rooftop,
        "history_reports": history(dice, car, dice.pick(("shared", "shared", "presented"))),
        "title": title(dice, car, "clear", []),
        "condition_report": condition_report(dice, car, who, attention),
        "certification": certification(dice, car, kind),
        "reconditioning": reconditioning(dice, car, "completed", attention),
    }


def demo_entry(dice: Dice, car: Car) -> dict:
    """Evidence of a demonstrator: never sold, so it has no history and no title yet."""
    return {
        "vin": car.vin, "rooftop_id": car.rooftop,
        "history_reports": [report(dice, car, "history-one", "not_available")],
        "condition_report": condition_report(dice, car, "dealer", None),
        "certification": certification(dice, car, "not_certified"),
    }


def used_entry(dice: Dice, car: Car, number: int, special: str | None) -> dict:
    """Evidence of a used car; which blocks it has depends on its turn."""
    entry: dict = {"vin": car.vin, "rooftop_id": car.rooftop}
    turn = HISTORY_TURNS[number % len(HISTORY_TURNS)]
    if special == "branded":
        entry["history_reports"] = history(dice, car, "branded")
    elif special:
        entry["history_reports"] = conflicting(dice, car, special)
    elif turn != "none":
        entry["history_reports"] = history(dice, car, turn)

    status = TITLE_TURNS[number % len(TITLE_TURNS)]
    if special == "branded":
        entry["title"] = title(dice, car, "branded", BRANDED[car.rooftop])
    elif special == "title_brand_status":
        entry["title"] = title(dice, car, "branded", ["rebuilt"])
    elif special or status != "none":
        entry["title"] = title(dice, car, "clear" if special else status, [])

    attention = (None, "exterior", "tires", "brakes", None)[number % 5]
    if number % 3 != 2:
        who = "independent_third_party" if number % 4 == 0 else "dealer"
        entry["condition_report"] = condition_report(dice, car, who, attention)
    if number % 4 == 1:
        entry["certification"] = certification(dice, car, "not_certified")
    work = RECON_TURNS[number % len(RECON_TURNS)]
    if work != "none":
        entry["reconditioning"] = reconditioning(dice, car, work, attention)
    return entry


def specials(rooftop: str) -> list[str]:
    """The used cars of a rooftop that tell a story, in order."""
    return [*CONFLICTS[rooftop], "branded"]


def entries(dice: Dice, rooftop: str, cars: list[Car], used_count: int,
            flagged: dict[str, int], franchise: tuple[str, ...]) -> list[dict]:
    """A rooftop's part of the file.

    `flagged` says how many of the certified cars get which kind of evidence;
    the rest keep the bare flag, whose certification type nobody knows.
    """
    settled = [car for car in cars
               if car.stocked and car.stocked <= EXPORT_DAY - dt.timedelta(days=14)
               and car.miles is not None]
    own = [car for car in settled if car.condition == "certified" and car.line.make in franchise]
    other = [car for car in settled if car.condition == "certified" and car.line.make not in franchise]
    out = [certified_entry(dice, car, "manufacturer_cpo")
           for car in own[:flagged["manufacturer_cpo"]]]
    kinds = ["dealer_certified"] * flagged["dealer_certified"]
    kinds += ["third_party_certified"] * flagged["third_party_certified"]
    out += [certified_entry(dice, car, kind) for car, kind in zip(other, kinds)]
    out += [demo_entry(dice, car) for car in settled if car.condition == "demo"]
    # Cars that an agent can find and compare: unsold and with a price.
    used = [car for car in settled if car.condition == "used" and car.status != "Sold"
            and car.price_text is None][:used_count]
    plan = specials(rooftop) + [None] * used_count
    out += [used_entry(dice, car, number, plan[number]) for number, car in enumerate(used)]
    return sorted(out, key=lambda entry: entry["vin"])
