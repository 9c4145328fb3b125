#!/usr/bin/env bash
# Runs the official MCP conformance suite against a server's MCP endpoint.
#
#   conformance.sh http://127.0.0.1:PORT/mcp [REVISION]
#
# REVISION is 2026-07-28 unless told, or 2025-11-25 for the handshake era.
# The server must offer the suite's fixture tools and resources without a token:
# start the test fixture for it, not a real gateway. Needs ./install.sh first.
set -euo pipefail

if [[ $# -lt 1 || $# -gt 2 ]]; then
  echo "usage: $0 URL [REVISION]" >&2
  exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
readonly here url=$1 revision=${2:-2026-07-28}

# Scenarios that the suite does not score, but rules that this server follows.
extra=()
case $revision in
  2026-07-28)
    baseline=$here/conformance-baseline.yml
    extra=(http-header-validation http-custom-header-server-validation json-schema-2020-12)
    ;;
  2025-11-25)
    baseline=$here/conformance-baseline-2025-11-25.yml
    extra=(json-schema-2020-12)
    ;;
  *)
    echo "unknown revision: $revision" >&2
    exit 2
    ;;
esac

readonly suite=$here/node_modules/@modelcontextprotocol/conformance/dist/index.js
if [[ ! -f $suite ]]; then
  echo "the conformance suite is not installed: run interop/install.sh" >&2
  exit 2
fi
node=$(node "$here/lib/node22.mjs")
log=$(mktemp)
readonly node log baseline
trap 'rm -f "$log"' EXIT

# Shows the suite's long output only when it is needed.
run() {
  local what=$1
  shift
  if "$node" "$suite" server --url "$url" "$@" >"$log" 2>&1; then
    echo "ok    $what"
  else
    cat "$log"
    echo "FAIL  $what"
    return 1
  fi
}

status=0
run "requirements of $revision" \
  --requirements "$revision" --expected-failures "$baseline" || status=1
for scenario in "${extra[@]}"; do
  run "$scenario at $revision" --scenario "$scenario" --spec-version "$revision" \
    --expected-failures "$here/conformance-none.yml" || status=1
done
exit "$status"
