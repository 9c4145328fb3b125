"""From nothing to a verified answer: which hybrids are there, is one still there?

    pip install mcp
    python ask.py [http://127.0.0.1:8484/mcp/compat] [words]

What it prints are the gateway's own sentences: they never say more than the
data does, and a model may quote them as they stand.
"""

import asyncio
import sys

from mcp import Client

URL = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8484/mcp/compat"
WORDS = sys.argv[2] if len(sys.argv) > 2 else "hybrid"


async def main() -> None:
    async with Client(URL) as gateway:
        # 1. What is declared here? Ids come from the manifest, never from a guess.
        manifest = await gateway.call_tool("dealeragent_discovery_get_manifest", {})
        dealer = manifest.structured_content["organization_ids"][0]
        declared = {t for c in manifest.structured_content["capabilities"] for t in c["tools"]}

        # 2. A search is a snapshot of what the dealer published.
        #    One rooftop: others may want a token for what follows.
        rooftop = manifest.structured_content["rooftop_ids"][0]
        search = {"organization_id": dealer, "rooftop_ids": [rooftop], "query": WORDS, "page": {"limit": 3}}
        found = await gateway.call_tool("dealeragent_inventory_search", search)
        print(found.content[0].text)
        cars = found.structured_content["vehicles"]
        if not cars or "dealeragent.inventory.verify_availability" not in declared:
            return

        # 3. Verify the one that matters before saying that it is there.
        car = {key: cars[0][key] for key in ("organization_id", "rooftop_id", "vehicle_id")}
        check = await gateway.call_tool("dealeragent_inventory_verify_availability", car | {"purpose": "display"})
        print("\nIs it still there?")
        print(check.content[0].text)

        # 4. What does it cost, and what does that include?
        price = await gateway.call_tool("dealeragent_pricing_get_disclosure", car)
        print("\nWhat does it cost?")
        print(price.content[0].text)


asyncio.run(main())
