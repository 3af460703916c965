#!/usr/bin/env bash
# Prepares what others wrote for such servers in a folder, and drives the binary with it: setup.sh WHAT FOLDER BINARY
#   python, python-legacy, typescript, typescript-legacy   the official MCP SDKs, the newest and one of older clients
#   conformance   the official conformance tests of servers, on the Node that they need; with AIM_LONG=1 only
#   server-memory   the official server of that name, beside the profile that answers as it does
#   prometheus   the parser of its official client library, over /metrics
#   schema       schemathesis, over the REST door's own OpenAPI document
# The versions are fixed here. Exit status 77, "skipped", when the language or its package index is out of reach.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
what=$1
folder=$2
binary=$(realpath "$3")

skip() {
  echo "skipped: $1"
  exit 77
}

# use_python "PACKAGE…" SCRIPT
use_python() {
  local packages
  read -ra packages <<<"$1"
  if [ "$(cat venv/ready 2>/dev/null)" != "$1" ]; then
    rm -rf venv
    "${PYTHON:-python3}" -m venv venv >setup.log 2>&1 || skip "no Python with venv (see $folder/setup.log)"
    venv/bin/python -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 "${packages[@]}" >>setup.log 2>&1 ||
      skip "$1 could not be installed (see $folder/setup.log)"
    echo "$1" >venv/ready
  fi
  exec venv/bin/python "$here/$2" --binary "$binary"
}

# get_package "PACKAGE…"
get_package() {
  local packages
  read -ra packages <<<"$1"
  command -v node >/dev/null && command -v npm >/dev/null || skip "node and npm are not installed"
  if [ "$(cat node_modules/ready 2>/dev/null)" != "$1" ]; then
    rm -rf node_modules package.json package-lock.json
    echo '{"private":true,"type":"module"}' >package.json
    npm install --silent --no-audit --no-fund --fetch-retries 1 --fetch-timeout 20000 "${packages[@]}" >setup.log 2>&1 ||
      skip "$1 could not be installed (see $folder/setup.log)"
    echo "$1" >node_modules/ready
  fi
}

# use_node PACKAGE SCRIPT
use_node() {
  get_package "$1"
  # Imports are looked up beside the script, so it runs from the folder that has the packages.
  cp "$here/$2" client.mjs
  exec node client.mjs "$binary" "$here/profiles.json"
}

mkdir -p "$folder"
cd "$folder"
case $what in
  python) use_python mcp==2.3.0 python_sdk.py ;;
  python-legacy) use_python "mcp==1.9.4 pydantic==2.11.7" python_legacy_sdk.py ;;
  typescript) use_node @modelcontextprotocol/sdk@1.32.2 typescript_sdk.mjs ;;
  typescript-legacy) use_node @modelcontextprotocol/sdk@1.10.2 typescript_sdk.mjs ;;
  conformance)
    [ "${AIM_LONG:-}" = 1 ] || skip "the conformance tests are a part of ./test --long"
    get_package "node@22.23.3 @modelcontextprotocol/conformance@0.1.16"
    exec "${PYTHON:-python3}" "$here/conformance.py" --binary "$binary"
    ;;
  server-memory)
    get_package @modelcontextprotocol/server-memory@2026.8.31
    exec "${PYTHON:-python3}" "$here/server_memory.py" --binary "$binary"
    ;;
  prometheus) use_python prometheus_client==0.26.0 prometheus.py ;;
  schema) use_python schemathesis==4.32.5 schema.py ;;
  *)
    echo "usage: setup.sh python|python-legacy|typescript|typescript-legacy|conformance|server-memory|prometheus|schema FOLDER BINARY" >&2
    exit 2
    ;;
esac
