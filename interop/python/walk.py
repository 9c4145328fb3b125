"""The walk of lib/walk.mjs once more, for the Python client."""

import json
import re

from mcp import Client
from mcp.shared.exceptions import MCPError

import tools

ORGANIZATION = "example-ridge"
ROOFTOPS = ["ridge-chicago", "ridge-denver"]
MANIFEST_URI = "dealeragent://manifest"
TRACE_ID = re.compile(r"[A-Za-z0-9._:-]{8,128}")
INVALID_PARAMS = -32602
PAGE_SIZE = 10


class Walk:
    """One connected client, one door, and the test case that it reports to."""

    def __init__(self, case, client: Client, separator: str):
        self.case = case
        self.client = client
        self.separator = separator

    async def run(self) -> None:
        await self.listing()
        await self.manifest()
        vehicle = await self.search()
        await self.second_page()
        await self.vehicle(vehicle)
        await self.availability(vehicle)
        await self.disclosure()
        await self.bad_arguments(vehicle)
        await self.protocol_errors()

    async def call(self, tool: str, **arguments):
        return await self.client.call_tool(tools.spell(tool, self.separator), arguments)

    async def answer(self, tool: str, **arguments):
        result = await self.call(tool, **arguments)
        self.case.assertFalse(result.is_error, result.structured_content)
        return self.structured(result)

    def structured(self, result):
        self.case.assertTrue(result.content[0].text, "the summary is empty")
        # The JSON twin may be left out for size; where it is there it says the same.
        if len(result.content) > 1:
            self.case.assertEqual(json.loads(result.content[1].text), result.structured_content)
        return result.structured_content

    async def listing(self) -> None:
        listed = (await self.client.list_tools()).tools
        expected = [tools.spell(name, self.separator) for name in tools.ALL]
        self.case.assertCountEqual([tool.name for tool in listed], expected)
        for tool in listed:
            self.case.assertTrue(tool.description, tool.name)
            self.case.assertEqual(tool.output_schema["type"], "object", tool.name)
            self.case.assertTrue(tool.annotations.read_only_hint, tool.name)

    async def manifest(self) -> None:
        resources = (await self.client.list_resources()).resources
        self.case.assertIn(MANIFEST_URI, [str(resource.uri) for resource in resources])
        contents = (await self.client.read_resource(MANIFEST_URI)).contents
        manifest = json.loads(contents[0].text)
        self.case.assertEqual(manifest["standard"], "dealer-agent-protocol")
        self.case.assertIn(ORGANIZATION, manifest["organization_ids"])
        self.case.assertEqual(await self.answer(tools.MANIFEST, organization_id=ORGANIZATION), manifest)

    async def page(self, **request):
        found = await self.answer(tools.SEARCH, organization_id=ORGANIZATION, **request)
        self.case.assertGreater(len(found["vehicles"]), 0)
        self.case.assertIsInstance(found["page"]["has_more"], bool)
        self.case.assertRegex(found["trace_id"], TRACE_ID)
        return found

    async def search(self):
        found = await self.page(filters={"condition": ["new", "used"]}, page={"limit": PAGE_SIZE})
        for vehicle in found["vehicles"]:
            self.case.assertIn(vehicle["rooftop_id"], ROOFTOPS)
        return found["vehicles"][0]

    async def second_page(self) -> None:
        first = await self.page(page={"limit": 1})
        second = await self.page(page={"limit": 1, "cursor": first["page"]["next_cursor"]})
        ids = [found["vehicles"][0]["vehicle_id"] for found in (first, second)]
        self.case.assertNotEqual(*ids)

    async def vehicle(self, vehicle) -> None:
        found = await self.answer(tools.VEHICLE, **by_id(vehicle))
        self.case.assertEqual(found["vehicle_id"], vehicle["vehicle_id"])

    async def availability(self, vehicle) -> None:
        found = await self.answer(tools.AVAILABILITY, **by_id(vehicle), purpose="display")
        self.case.assertEqual(found["vehicle_id"], vehicle["vehicle_id"])
        self.case.assertRegex(found["trace_id"], TRACE_ID)

    async def disclosure(self) -> None:
        """Some units may lack a price component; one of the page must have them all."""
        for vehicle in (await self.page(page={"limit": PAGE_SIZE}))["vehicles"]:
            result = await self.call(tools.DISCLOSURE, **by_id(vehicle))
            found = self.structured(result)
            if not result.is_error:
                self.case.assertEqual(found["vehicle_id"], vehicle["vehicle_id"])
                self.case.assertIsInstance(found["advertised_price"]["amount"]["amount_minor"], int)
                return
            self.case.assertEqual(found["code"], "dealeragent.pricing.incomplete")
        self.case.fail("no vehicle of the page has a price disclosure")

    async def bad_arguments(self, vehicle) -> None:
        unit = {key: vehicle[key] for key in ("organization_id", "rooftop_id")}
        for request in (
            {**unit, "vin": "1HGCM82633A004352", "stock_number": "A1"},
            {**by_id(vehicle), "colour": "red"},
        ):
            result = await self.call(tools.VEHICLE, **request)
            self.case.assertTrue(result.is_error)
            payload = self.structured(result)
            self.case.assertEqual(payload["code"], "dealeragent.validation.invalid")
            self.case.assertIs(payload["retryable"], False)
            self.case.assertRegex(payload["trace_id"], TRACE_ID)

    async def protocol_errors(self) -> None:
        with self.case.assertRaises(MCPError) as unknown_tool:
            await self.client.call_tool("no_such_tool", {})
        self.case.assertEqual(unknown_tool.exception.code, INVALID_PARAMS)
        with self.case.assertRaises(MCPError) as unknown_resource:
            await self.client.read_resource("dealeragent://no-such-thing")
        self.case.assertEqual(unknown_resource.exception.code, INVALID_PARAMS)


def by_id(vehicle):
    return {key: vehicle[key] for key in ("organization_id", "rooftop_id", "vehicle_id")}
