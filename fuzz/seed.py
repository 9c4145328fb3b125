#!/usr/bin/env python3
"""Makes the seeds of every target, and a dictionary, from fixtures/, examples/ and schemas/."""

import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CORPUS = HERE / "corpus"
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
ORGANIZATION, ROOFTOP = "example-ridge", "ridge-denver"
UNIT = {"organization_id": ORGANIZATION, "rooftop_id": ROOFTOP}
MONEY = {"amount_minor": 2500000, "currency": "USD"}
SEARCH = {
    "organization_id": ORGANIZATION, "rooftop_ids": [ROOFTOP], "query": "electric suv",
    "filters": {
        "make": ["Toyota"], "model": ["RAV4"], "condition": ["new", "used"], "vehicle_type": ["suv"], "year_min": 2020,
        "year_max": 2027, "price_min": {**MONEY, "amount_minor": 1}, "price_max": MONEY,
        "odometer_max": {"value": 100, "unit": "mi"}, "inventory_age_max_days": 90, "availability": ["available"],
        "vin": "9ZZCVDJW3TJ000563", "stock_number": "00563",
    },
    "sort": {"field": "advertised_price", "order": "asc"}, "page": {"limit": 5},
}
# In the order of the tool table, which the target's first byte counts in.
CALLS = [
    ("dealeragent.discovery.get_manifest", [{}, {"organization_id": ORGANIZATION}]),
    ("dealeragent.dealer.get", [{}, {"organization_id": ORGANIZATION, "rooftop_ids": [ROOFTOP]}]),
    ("dealeragent.inventory.search", [SEARCH, {"organization_id": ORGANIZATION, "filters": json.dumps({"year_min": "2024"})},
                                      {"organization_id": ORGANIZATION, "page": {"cursor": "AAAA", "limit": "3"}}]),
    ("dealeragent.inventory.get_vehicle", [{**UNIT, "vehicle_id": "veh_none"}, {**UNIT, "vin": "9ZZCVDJW3TJ000563"}]),
    ("dealeragent.inventory.verify_availability", [{**UNIT, "stock_number": "00563"}, {**UNIT, "vin": "9ZZCVDJW3TJ000563"}]),
    ("dealeragent.pricing.get_disclosure", [{**UNIT, "vehicle_id": "veh_none"}]),
    ("dealeragent.inventory.get_used_vehicle_details", [{**UNIT, "vin": "9ZZCVDJW3TJ000563"}]),
]


def hostile():
    """Every input of fixtures/hostile, with its key."""
    for path in sorted((ROOT / "fixtures/hostile").glob("*.json")):
        for line in json.loads(path.read_text())["inputs"]:
            yield next((key, line[key]) for key in ("text", "raw", "body", "hex") if key in line)


def message(method, **params):
    params.setdefault("_meta", META)
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}).encode()


def envelope():
    yield from (message(method) for method in ("server/discover", "tools/list", "resources/list", "subscriptions/listen"))
    yield message("resources/read", uri="dealeragent://manifest")
    yield message("resources/templates/list", cursor="")
    yield message("tools/call", name="dealeragent.handoff.submit", arguments={})
    handshake = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    yield json.dumps({"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": handshake}).encode()
    yield json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode()
    yield json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
    for name, calls in CALLS:
        yield from (message("tools/call", name=name, arguments=arguments) for arguments in calls)
    for key, text in hostile():
        if key in ("body", "hex"):
            yield bytes.fromhex(text) if key == "hex" else text.encode("utf-8", "surrogatepass")
        elif key == "raw":
            yield b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":' + text.encode() + b"}"


def arguments():
    for tool, (_, calls) in enumerate(CALLS):
        for call in calls:
            yield from (bytes([tool, place]) + json.dumps(call).encode() for place in (0, 1, 2, 3, 5, 8))
    for at, (key, text) in enumerate(hostile()):
        if key == "text":
            call = {**SEARCH, "query": text} if at % 2 else {**UNIT, "vehicle_id": text}
            yield bytes([2 if at % 2 else 3 + at % 4, 0]) + json.dumps(call).encode()
        elif key == "raw":
            yield bytes([at % 7, 0]) + text.encode()


def exports():
    files = sorted((ROOT / "fixtures/feeds").iterdir()) + sorted((ROOT / "examples/demo").glob("*.csv"))
    yield from (path.read_bytes()[:20_000] for path in files if path.suffix in (".csv", ".txt"))


def feed():
    yield from (bytes([kind]) + export for export in exports() for kind in (0, 1))


def decoder():
    yield from (bytes([declared]) + export for export in exports() for declared in (0, 2, 4))


def reader():
    # Separator in the low three bits (7: told from the text), expected cells in the others.
    yield from (bytes([first]) + export for export in exports() for first in (7, 3 << 3, 8 << 3 | 7))


def document():
    kinds = {".csv": 0, ".json": 1, ".xml": 2, ".html": 3}
    for path in sorted((ROOT / "fixtures/feeds").iterdir()):
        if path.suffix in kinds:
            yield bytes([kinds[path.suffix]]) + path.read_bytes()[:20_000]


def values():
    """Every cell of the samples, and the hostile texts."""
    cells = set()
    for path in sorted((ROOT / "fixtures/feeds").iterdir()):
        text = path.read_bytes()[:20_000].decode("utf-8", "replace")
        cells.update(part.strip('"') for line in text.splitlines() for part in (line, *line.split(",")))
    cells.update(text for key, text in hostile() if key == "text")
    yield from (cell.encode("utf-8", "surrogatepass") for cell in sorted(cells) if cell)


def cursor():
    yield from (bytes([kind]) + rest for kind in range(4) for rest in (b"", b"\x00" * 80, b"\x01", b"bm90IG91cnM", b"\x20A"))
    yield from (b"\x00" + text.encode("utf-8", "surrogatepass") for key, text in hostile() if key == "text")


for target in (envelope, arguments, feed, decoder, reader, document, values, cursor):
    folder = CORPUS / target.__name__
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target()):
        (folder / f"seed-{number:04}").write_bytes(seed)

words = set(re.findall(r'"([A-Za-z_][A-Za-z0-9_./]{1,40})"', json.dumps([SEARCH, CALLS, META])))
for path in sorted((ROOT / "schemas").glob("*.json")):
    words.update(word for word in re.findall(r'"([a-z_]{2,40})"', path.read_text()))
(CORPUS / "words.dict").write_text("".join(f'"\\"{word}\\""\n' for word in sorted(words)))
