#!/usr/bin/env bash
# Drives a running server with real MCP clients. See README.md.
set -euo pipefail
cd "$(dirname "$0")"

: "${DEALERAGENT_URL:?the base URL of a running server, such as http://127.0.0.1:8484}"
: "${DEALERAGENT_BIN:?the path of the dealeragent binary, for the stdio clients}"
# The clients must reach the server itself, whatever proxy the machine uses.
export NO_PROXY=127.0.0.1,localhost no_proxy=127.0.0.1,localhost

step() { printf '\n== %s\n' "$*"; }

step "install the clients"
./install.sh

status=0
step "TypeScript clients 2.x and 1.x, and the Inspector"
node --test --test-reporter=spec tests/*.test.mjs || status=1

step "Signing in with a real authorization server"
"$(node lib/node22.mjs)" --test --test-reporter=spec oauth/*.test.mjs || status=1

step "Python client"
PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m unittest discover -s python -v || status=1

step "The guide's example"
said=$(.venv/bin/python ../examples/agent/ask.py "$DEALERAGENT_URL/mcp/compat" hybrid) || status=1
printf '%s\n' "$said"
[[ $said == *'This is no quote and gives no out-the-door total'* ]] || status=1

if [[ $status -eq 0 ]]; then
  step "all clients passed"
else
  step "FAILED"
fi
exit "$status"
