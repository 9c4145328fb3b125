"""Where the server under test is; only a stdio client starts one itself."""

import os

from mcp.client.stdio import StdioServerParameters

from tools import CANONICAL, COMPATIBLE

# Every way in which this client agrees on a revision, and the one that must result.
MODES = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}


def http_doors() -> list[tuple[str, str]]:
    """Both HTTP endpoints, each with the separator that its listing uses."""
    base = os.environ["DEALERAGENT_URL"].rstrip("/")
    return [(f"{base}/mcp", CANONICAL), (f"{base}/mcp/compat", COMPATIBLE)]


def stdio_doors() -> list[tuple[StdioServerParameters, str]]:
    """Both ways to start the server over stdio."""
    extra = os.environ.get("DEALERAGENT_STDIO_ARGS", "").split()
    # The client passes on only a safe part of the environment by itself.
    variables = {k: v for k, v in os.environ.items() if k.startswith("DEALERAGENT_")}

    def door(*arguments: str) -> StdioServerParameters:
        return StdioServerParameters(
            command=os.environ["DEALERAGENT_BIN"],
            args=["serve", "--stdio", *extra, *arguments],
            env=variables,
        )

    return [(door(), COMPATIBLE), (door("--canonical-names"), CANONICAL)]
