#!/usr/bin/env bash
# Runs one kind of test of the web page with packages of its own, which npm puts into the build folder.
# Usage: run.sh unit|built|budget|FILE.test.mjs FOLDER BINARY
# Status 77: npm, its packages or a browser cannot be had here.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
what=$1 folder=$2 binary=$3

skip() {
  echo "SKIPPED: the web page is not tested: $*" >&2
  exit 77
}

command -v node >/dev/null && command -v npm >/dev/null || skip "node and npm are not here (Debian: apt-get install nodejs npm)"
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 18')" = true ] || skip "node is $(node --version); 18 or newer is needed"

mkdir -p "$folder"
exec 9>"$folder/lock"
command -v flock >/dev/null && flock 9
if ! cmp -s "$root/web/package-lock.json" "$folder/installed.json"; then
  [ "${AI_MEMORY_OFFLINE:-}" != 1 ] || skip "AI_MEMORY_OFFLINE=1, and its packages are not in $folder yet"
  cp "$root/web/package.json" "$root/web/package-lock.json" "$root/web/.npmrc" "$folder/"
  if ! (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1); then
    # A fault of the lock file itself is no lack of packages.
    if grep -qE 'code (EUSAGE|EINTEGRITY|EJSONPARSE)' "$folder/npm.log"; then
      cat "$folder/npm.log" >&2
      exit 1
    fi
    skip "npm could not install its packages: $(head -n 3 "$folder/npm.log" | tr '\n' ' ')"
  fi
  cp "$root/web/package-lock.json" "$folder/installed.json"
fi
# Packages are looked for from the place of a file: next to copies of the sources.
rm -rf "$folder/web" "$folder/tests"
mkdir -p "$folder/web" "$folder/tests"
(cd "$root/web" && tar cf - --exclude=./node_modules --exclude=./dist .) | tar xf - -C "$folder/web"
(cd "$here" && tar cf - --exclude=./node_modules .) | tar xf - -C "$folder/tests"
copy=$(mktemp -d "$folder/run-XXXXXX")
trap 'rm -rf "$copy"' EXIT
mv "$folder/web" "$folder/tests" "$copy/"
exec 9>&-

export AIM_BINARY=$binary AIM_BUNDLE=$root/src/http/page/page.bundle
case $what in
  unit)
    mapfile -t sources < <(cd "$copy/web/src" && ls ./*.test.ts)
    (cd "$copy/web/src" && node "$folder/node_modules/esbuild/bin/esbuild" "${sources[@]}" --bundle --platform=node --format=esm --log-level=error \
      --out-extension:.js=.mjs --outdir="$copy/unit")
    node --test "$copy"/unit/
    ;;
  built) node --test "$copy/tests/built.mjs" ;;
  budget) node --test "$copy/tests/budget.mjs" ;;
  *)
    (cd "$copy/tests" && node -e 'import("./lib/browser.mjs").then((it) => process.exit(it.chromiumPath() ? 0 : 77))') ||
      skip "there is no chromium (Debian: apt-get install chromium-headless-shell; or AIM_CHROMIUM=PATH)"
    # Failures are repeated at the end, where a report of the last lines has it.
    if ! node --test "$copy/tests/$what" | tee "$copy/said"; then
      grep -A 30 -E '^[[:space:]]*not ok' "$copy/said" | head -n 60
      exit 1
    fi
    ;;
esac
