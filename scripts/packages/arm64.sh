# The program for arm64 Linux, made on x86-64 with Debian's cross compiler. Its libraries are Debian's for arm64, unpacked into
# a folder: nothing of the other architecture is installed on the machine. To be sourced by scripts/package.

packages_arm64=(g++-aarch64-linux-gnu qemu-user)
# What packages_run of setup.sh are there for, but the tools.
libraries_arm64=(libc6-dev libsqlite3-dev libboost1.81-dev libboost-json1.81-dev libssl-dev libexpected-dev libcli11-dev
  libtomlplusplus-dev libspdlog-dev libfmt-dev libutf8proc-dev libstemmer-dev libsodium-dev libminizip-dev zlib1g-dev
  libzstd-dev libcurl4-openssl-dev libedit-dev libpq-dev libncurses-dev libbsd-dev libmd-dev linux-libc-dev)

# arm64_sysroot FOLDER: a root with headers and libraries of arm64.
arm64_sysroot() (
  set -e
  local folder=$1 file
  [ ! -e "$folder/complete" ] || return 0
  rm -rf "$folder"
  mkdir -p "$folder/apt"
  say "libraries for arm64: Debian's packages, in $folder"
  private_lists "$folder/apt" deb arm64
  private_apt "$folder/apt" -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Debug::NoLocking=1 -y --download-only install "${libraries_arm64[@]}" >&2
  for file in "$folder"/apt/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$file" | tar -x -C "$folder" --exclude='./usr/share/doc/*/*' --exclude='./usr/share/man'
  done
  # Debian's libraries lie in /usr/lib; some links in packages still say /lib.
  [ -e "$folder/lib" ] || ln -s usr/lib "$folder/lib"
  rm -rf "$folder/apt"
  touch "$folder/complete"
)

build_arm64() {
  install_packages "${packages_arm64[@]}"
  local parts=$root/build/parts
  arm64_sysroot "$parts/arm64"
  build_curl "$parts/curl-arm64" aarch64-linux-gnu "$parts/arm64"
  (
    cd "$root"
    cmake --preset static -B build/static-arm64 -DAIM_CURL="$parts/curl-arm64" -DAIM_SYSROOT="$parts/arm64" \
      -DCMAKE_TOOLCHAIN_FILE="$root/scripts/packages/arm64.cmake" >build/static-arm64.log 2>&1 &&
      cmake --build build/static-arm64 --target ai-memory >>build/static-arm64.log 2>&1
  ) || {
    tail -n 40 "$root/build/static-arm64.log" >&2
    return 1
  }
}

# A command that tells what the arm64 program would tell, on this machine: the emulator in front of it.
arm64_teller() {
  local teller=$root/build/static-arm64/teller
  printf '#!/bin/sh\nexec qemu-aarch64 %q "$@"\n' "$root/build/static-arm64/ai-memory" >"$teller"
  chmod +x "$teller"
  printf '%s\n' "$teller"
}
