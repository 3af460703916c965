#!/usr/bin/env bash
# Prepares the official SDK of one language in a folder and drives the binary with it: setup.sh python|typescript FOLDER BINARY
# The versions are fixed here. Exit status 77, "skipped", when the language or its package index is out of reach.
set -euo pipefail

python_sdk=mcp==2.3.0
typescript_sdk=@modelcontextprotocol/sdk@1.32.2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
language=$1
folder=$2
binary=$(realpath "$3")

skip() {
  echo "skipped: $1"
  exit 77
}

prepare_python() {
  [ "$(cat venv/ready 2>/dev/null)" != "$python_sdk" ] || return 0
  rm -rf venv
  "${PYTHON:-python3}" -m venv venv >setup.log 2>&1 || skip "no Python with venv (see $folder/setup.log)"
  venv/bin/python -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 "$python_sdk" >>setup.log 2>&1 ||
    skip "$python_sdk could not be installed (see $folder/setup.log)"
  echo "$python_sdk" >venv/ready
}

prepare_typescript() {
  command -v node >/dev/null && command -v npm >/dev/null || skip "node and npm are not installed"
  [ "$(cat node_modules/ready 2>/dev/null)" != "$typescript_sdk" ] || return 0
  rm -rf node_modules package.json package-lock.json
  echo '{"private":true,"type":"module"}' >package.json
  npm install --silent --no-audit --no-fund --fetch-retries 1 --fetch-timeout 20000 "$typescript_sdk" >setup.log 2>&1 ||
    skip "$typescript_sdk could not be installed (see $folder/setup.log)"
  echo "$typescript_sdk" >node_modules/ready
}

mkdir -p "$folder"
cd "$folder"
case $language in
  python)
    prepare_python
    exec venv/bin/python "$here/python_sdk.py" --binary "$binary"
    ;;
  typescript)
    prepare_typescript
    # Imports are looked up beside the script, so it runs from the folder that has the packages.
    cp "$here/typescript_sdk.mjs" client.mjs
    exec node client.mjs "$binary"
    ;;
  *)
    echo "usage: setup.sh python|typescript FOLDER BINARY" >&2
    exit 2
    ;;
esac
