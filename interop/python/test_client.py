"""The official Python client, over both transports, in every mode it has."""

import asyncio
import unittest

from mcp import Client

from target import MODES, http_doors, stdio_doors
from walk import Walk

# Generous: it only bounds a hang.
TIMEOUT_SECONDS = 60


class PythonClient(unittest.IsolatedAsyncioTestCase):
    async def walk(self, server, separator: str) -> None:
        for mode, revision in MODES.items():
            with self.subTest(server=str(server), mode=mode):
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    async with Client(server, mode=mode) as client:
                        self.assertEqual(client.protocol_version, revision)
                        await Walk(self, client, separator).run()

    async def test_http(self) -> None:
        for url, separator in http_doors():
            await self.walk(url, separator)

    async def test_stdio(self) -> None:
        for parameters, separator in stdio_doors():
            await self.walk(parameters, separator)


if __name__ == "__main__":
    unittest.main()
