#!/usr/bin/env bash
# Prepares Python packages in a folder, and runs a script beside this file with them: setup.sh SCRIPT FOLDER PROBE [FLAG...]
# The versions are fixed here. Exit status 77, "skipped", when Python or its package index is out of reach.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
packages=(numpy==2.2.6 sentencepiece==0.2.3 tokenizers==0.23.3)
script=$1
folder=$2
probe=$(realpath "$3")
flags=("${@:4}")

skip() {
  echo "skipped: $1"
  exit 77
}

# Two tests share the folder.
mkdir -p "$folder"
exec 9>"$folder/lock"
flock 9
cd "$folder"
if [ "$(cat venv/ready 2>/dev/null)" != "${packages[*]}" ]; then
  rm -rf venv
  "${PYTHON:-python3}" -m venv venv >setup.log 2>&1 || skip "no Python with venv (see $folder/setup.log)"
  venv/bin/python -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 "${packages[@]}" >>setup.log 2>&1 ||
    skip "${packages[*]} could not be installed (see $folder/setup.log)"
  echo "${packages[*]}" >venv/ready
fi
exec 9>&-
exec venv/bin/python "$here/$script" "$probe" "${flags[@]}"
