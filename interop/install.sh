#!/usr/bin/env bash
# Installs the clients: node_modules by the lockfile, and a virtual environment
# for Python. Does nothing where both are up to date.
set -euo pipefail
cd "$(dirname "$0")"

# A copy of the pinned list stands in what was installed from it.
up_to_date() { cmp -s "$1" "$2/installed-from"; }
stamp() { cp "$1" "$2/installed-from"; }

if up_to_date package-lock.json node_modules; then
  echo "node_modules is up to date"
else
  npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
  stamp package-lock.json node_modules
fi

if up_to_date requirements.txt .venv; then
  echo ".venv is up to date"
else
  python3 -m venv --clear .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
  stamp requirements.txt .venv
fi
