# What ./run and ./test share: the packages they need, and one way to build. To be sourced.
# Everything it says goes to standard error; standard output belongs to the program.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

packages_run=(g++ cmake ninja-build pkg-config libsqlite3-dev libboost1.81-dev libboost-json1.81-dev
  libssl-dev libexpected-dev libcli11-dev libtomlplusplus-dev libspdlog-dev libfmt-dev libutf8proc-dev libstemmer-dev
  libsodium-dev)
packages_test=(libgtest-dev libgmock-dev librapidcheck-dev python3 python3-venv clang-16 libclang-rt-16-dev
  clang-format-16 wrk openssl)
packages_long=(clang-tidy-16)
packages_nice=(ccache mold) # make building faster; asked for only when something is installed anyway

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

# build PRESET: configures when needed and builds; quiet unless it fails. Two at a time would write over each other.
build() (
  set -o pipefail
  cd "$root"
  local folder=build/$1
  local log=build/$1.log
  mkdir -p build
  if command -v flock >/dev/null; then
    exec 9>"build/$1.lock"
    flock 9
  fi
  if [ ! -e "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/build.ninja" ]; then
    say "configuring $1"
    if ! cmake --preset "$1" >"$log" 2>&1; then
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
