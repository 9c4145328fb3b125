"""The seven public read tools, by their canonical names."""

MANIFEST = "dealeragent.discovery.get_manifest"
DEALER = "dealeragent.dealer.get"
SEARCH = "dealeragent.inventory.search"
VEHICLE = "dealeragent.inventory.get_vehicle"
AVAILABILITY = "dealeragent.inventory.verify_availability"
DISCLOSURE = "dealeragent.pricing.get_disclosure"
USED_DETAILS = "dealeragent.inventory.get_used_vehicle_details"

ALL = (MANIFEST, DEALER, SEARCH, VEHICLE, AVAILABILITY, DISCLOSURE, USED_DETAILS)

CANONICAL = "."
COMPATIBLE = "_"


def spell(name: str, separator: str) -> str:
    """A canonical name as a listing with this separator spells it."""
    return name.replace(CANONICAL, separator)
