# The program for arm64 Linux, made on x86-64 with Debian's cross compiler. Its libraries are Debian's for arm64, unpacked into
# a folder: nothing of the other architecture is installed on the machine. To be sourced by scripts/package.

packages_arm64=(g++-aarch64-linux-gnu qemu-user)
# The libraries of packages_run in setup.sh, without the tools.
libraries_arm64=(libc6-dev libboost1.81-dev libboost-json1.81-dev libssl-dev libexpected-dev libcli11-dev
  libtomlplusplus-dev libspdlog-dev libfmt-dev libutf8proc-dev libstemmer-dev libsodium-dev libminizip-dev zlib1g-dev
  libzstd-dev libcurl4-openssl-dev libedit-dev libpq-dev libncurses-dev libbsd-dev libmd-dev linux-libc-dev
  libgtest-dev libgmock-dev librapidcheck-dev)
# Modules whose tests run on the emulator: all below the engine, where processors differ.
tests_arm64=(base memory text embed index store_sqlite)

# arm64_sysroot FOLDER: a root with headers and libraries of arm64.
arm64_sysroot() (
  set -e
  local folder=$1 file
  [ "$(cat "$folder/complete" 2>/dev/null)" != "${libraries_arm64[*]}" ] || return 0
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
  printf '%s\n' "${libraries_arm64[*]}" >"$folder/complete"
)

build_arm64() {
  install_packages "${packages_arm64[@]}"
  obtain_sqlite
  local parts=$root/build/parts
  arm64_sysroot "$parts/arm64"
  build_openssl "$parts/openssl-arm64" linux-aarch64 aarch64-linux-gnu "$parts/arm64"
  build_curl "$parts/curl-arm64" "$parts/openssl-arm64" aarch64-linux-gnu "$parts/arm64"
  (
    cd "$root"
    cmake --preset static -B build/static-arm64 -DAIM_CURL="$parts/curl-arm64" -DAIM_OPENSSL="$parts/openssl-arm64" -DAIM_SYSROOT="$parts/arm64" \
      -DCMAKE_TOOLCHAIN_FILE="$root/scripts/packages/arm64.cmake" "$@" >build/static-arm64.log 2>&1 &&
      cmake --build build/static-arm64 --target ai-memory >>build/static-arm64.log 2>&1
  ) || {
    tail -n 40 "$root/build/static-arm64.log" >&2
    return 1
  }
}

# Unit tests, compiled for arm64, on an emulated processor that has all it may have, and those of the kernels on one without the
# dot product of bytes as well.
test_arm64() (
  set -e
  install_packages "${packages_arm64[@]}" python3
  obtain_sqlite
  local parts=$root/build/parts folder=$root/build/tests-arm64 name
  arm64_sysroot "$parts/arm64"
  cd "$root"
  {
    cmake -G Ninja -B "$folder" -DCMAKE_TOOLCHAIN_FILE="$root/scripts/packages/arm64.cmake" -DAIM_SYSROOT="$parts/arm64" \
      -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O1 -D_GLIBCXX_ASSERTIONS" -DAIM_UNITE=8 \
      -DCMAKE_EXE_LINKER_FLAGS="-static-libstdc++ -static-libgcc" \
      -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-aarch64;-cpu;max;-L;$parts/arm64" &&
      cmake --build "$folder" --target "${tests_arm64[@]/%/_test}"
  } >build/tests-arm64.log 2>&1 || {
    tail -n 40 build/tests-arm64.log >&2
    return 1
  }
  on() {
    qemu-aarch64 -cpu "$1" -L "$parts/arm64" "$folder/test-programs/$2_test" --gtest_brief=1 "${@:3}" ||
      { say "arm64: tests of $2 failed on $1" && return 1; }
  }
  for name in "${tests_arm64[@]}"; do
    say "arm64: $name"
    # The emulator starts no programs for another architecture, and a test that dies starts itself.
    on max "$name" --gtest_filter='-*DeathTest.*:ChildProcess.*'
  done
  say "arm64: kernels without the dot product of bytes"
  on cortex-a53 embed --gtest_filter='Kernels.*'
)

# arm64_teller PROGRAM: a command that tells what the arm64 program would tell, on this machine: the emulator in front of it.
arm64_teller() {
  local program teller=$root/build/teller-arm64
  program=$(readlink -f "$1")
  mkdir -p "$root/build"
  printf '#!/bin/sh\nexec qemu-aarch64 %q "$@"\n' "$program" >"$teller"
  chmod +x "$teller"
  printf '%s\n' "$teller"
}
