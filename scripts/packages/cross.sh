# The programs for Windows and macOS, made on Linux by the Clang of the Python package ziglang, which carries the C
# libraries and headers of both systems. The libraries of others come from Debian's sources. To be sourced by scripts/package.

packages_cross=(wine64 make perl python3 xz-utils)
zig_package=ziglang==0.17.1
zig_sha256=ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54
sources_cross=(zlib libzstd libsodium utf8proc snowball minizip curl)
# Headers without a library: the same on every system, taken from the packages that are installed here.
headers_cross=(boost fmt spdlog CLI toml++ tl histedit.h gtest gmock)
# Without what neither the program nor Asio asks of OpenSSL.
# Modules whose tests run under Wine, but for those of properties: RapidCheck is there for this machine alone.
tests_windows=(base memory text capture embed llm index)

# Tests of base that do not hold there: GoogleTest has no regular expressions on Windows, rights are other ones, and Wine makes no
# links and keeps a folder that is watched.
not_on_windows='-Log*:System.KnowsAProcess*:SecretFile.SaysWhenOthers*:File.LeavesAnExistingFolder*:File.MakesFilesPrivate:File.SaysWhyItCannotRead'
not_on_windows+=':File.ReplacesWhatALink*:FolderWatchTest.AFolderThatIsGone*'

# cross_compiler FOLDER TARGET: FOLDER/bin with cc, c++, ar, ranlib and rc for zig's name of a target. Folders of this machine
# are not in what they make. Programs for macOS are for version 11 and later; zig alone would take the newest that it knows.
cross_compiler() {
  local folder=$1 target=${2/%-macos/-macos.11.0} zig=$root/build/parts/zig tool wheel
  if [ ! -e "$zig/complete" ]; then
    say "compiler: $zig_package"
    wheel=$(download_wheel "$zig/wheel" "$zig_package")
    sha256sum --check --status <<<"$zig_sha256  $wheel" || { say "$zig_package is out of reach, or is another one" && return 1; }
    python3 -m zipfile -e "$wheel" "$zig"
    chmod +x "$zig/ziglang/zig"
    rm -r "$zig/wheel"
    # Guarded, it would let only the first part through of what clang's own is asked for in parts (macOS's math.h does).
    printf '#define _LIBCPP_FLOAT_H\n#include_next <float.h>\n' >"$zig/ziglang/lib/libcxx/include/float.h"
    touch "$zig/complete"
  fi
  mkdir -p "$folder/bin"
  for tool in cc c++ ar ranlib rc; do
    printf '#!/bin/sh\nZIG_GLOBAL_CACHE_DIR=%q ZIG_LOCAL_CACHE_DIR=%q exec %q %s "$@"\n' "$zig/cache" "$zig/cache" \
      "$zig/ziglang/zig" "$tool $([[ $tool != c* ]] || echo "-target $target -fno-sanitize=undefined -ffile-prefix-map=$root=/ai-memory")" >"$folder/bin/$tool"
  done
  chmod +x "$folder"/bin/*
}

# archive NAME FLAGS FILE…: lib/libNAME.a of files of C in this folder.
archive() {
  local name=$1 flags=$2
  shift 2
  mkdir -p "objects-$name"
  # shellcheck disable=SC2016
  printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} sh -c '"$0/bin/cc" -O2 -w $1 -c "$2" -o "objects-$3/$(printf %s "$2" | tr / _).o"' \
    "$folder" "$flags" {} "$name"
  "$folder/bin/ar" rcs "$folder/lib/lib$name.a" "objects-$name"/*.o
}

# cross_libraries FOLDER TARGET: headers and static libraries; TARGET is x86_64-windows-gnu, aarch64-macos or x86_64-macos.
cross_libraries() (
  set -e
  local folder=$1 target=$2 openssl sodium=-DHAVE_EMMINTRIN_H name
  [ ! -e "$folder/complete" ] || return 0
  case $target in
    x86_64-windows-gnu) openssl=mingw64 ;;
    aarch64-macos) openssl=darwin64-arm64-cc sodium= ;;
    x86_64-macos) openssl=darwin64-x86_64-cc ;;
  esac
  rm -rf "$folder"
  mkdir -p "$folder/include" "$folder/lib" "$folder/source"
  say "libraries for $target: Debian's sources"
  cross_compiler "$folder" "$target"
  exec >"$folder/log" 2>&1
  export CC=$folder/bin/cc AR=$folder/bin/ar RANLIB=$folder/bin/ranlib CFLAGS=-O2
  cd "$folder/source"
  private_lists "$folder/apt" deb-src
  private_source "$folder/apt" "${sources_cross[@]}" || exit 1
  private_source "$folder/apt" --tar-only openssl || exit 1
  tar -xf openssl_*.tar.gz
  for name in "${headers_cross[@]}"; do ln -s "/usr/include/$name" "$folder/include/"; done
  ln -s /usr/include/postgresql/{libpq-fe,postgres_ext,pg_config_ext}.h "$folder/include/"

  (cd zlib-*/ && archive z -Dfdopen=fdopen {adler32,compress,crc32,deflate,infback,inffast,inflate,inftrees,trees,uncompr,zutil}.c &&
    cp zlib.h zconf.h "$folder/include")
  (cd minizip-*/ && archive minizip "-I$folder/include -DUSE_FILE32API -DNOCRYPT -Wno-incompatible-pointer-types" ioapi.c unzip.c zip.c && mkdir "$folder/include/minizip" &&
    cp ./*.h "$folder/include/minizip")
  (cd libzstd-*/lib && archive zstd "-DZSTD_DISABLE_ASM" {common,compress,decompress}/*.c && cp zstd*.h "$folder/include")
  (cd utf8proc-*/ && archive utf8proc -DUTF8PROC_STATIC utf8proc.c && cp utf8proc.h "$folder/include")
  # Its sources are written by a program of its own, which runs here.
  (cd snowball-*/ && make CC=cc AR=ar libstemmer.a && archive stemmer -Iinclude libstemmer/libstemmer.c src_c/*.c runtime/{api,utilities}.c &&
    cp include/libstemmer.h "$folder/include")
  # Without what is for newer processors alone: each of those files would want flags of its own.
  (cd libsodium-*/src/libsodium && cp ../../builds/msvc/version.h include/sodium/ &&
    archive sodium "-DCONFIGURED=1 -DSODIUM_STATIC -DNATIVE_LITTLE_ENDIAN -DHAVE_TI_MODE $sodium -Iinclude/sodium -Iinclude" \
      $(find crypto_* randombytes sodium -name '*.c') && cp -r include/sodium* "$folder/include")
  (cd openssl-*/ && ./Configure "$openssl" --prefix=/ai-memory "${openssl_without[@]/#/no-}" && make -s build_generated &&
    make -s "-j$(nproc)" libcrypto.a libssl.a && cp -r include/openssl "$folder/include" && cp ./*.a "$folder/lib")
  printf '#include <boost/json/src.hpp>\n' >json.cpp
  "$folder/bin/c++" -std=c++20 -O2 -w -isystem "$folder/include" -c json.cpp -o json.o
  "$AR" rcs "$folder/lib/libboost_json.a" json.o
  for name in gtest-all gtest_main gmock-all gmock_main; do
    "$folder/bin/c++" -std=c++20 -O1 -w -isystem "$folder/include" -I/usr/src/googletest/googletest -I/usr/src/googletest/googlemock \
      -c /usr/src/googletest/google*/src/"$name.cc" -o "$name.o"
    "$AR" rcs "$folder/lib/lib${name%-all}.a" "$name.o"
  done
  # macOS has a libcurl, which is loaded; on Windows the system's TLS knows whom to trust. Resources are for a shared library.
  cd curl-*/
  cp -r include/curl "$folder/include"
  [ "$openssl" != mingw64 ] || {
    RC=true CFLAGS="-O2 -Wno-incompatible-pointer-types" ./configure -q --host=x86_64-w64-mingw32 "--prefix=$folder" --with-schannel \
      "${curl_without[@]/#/--disable-}" "${curl_lacks[@]/#/--without-}"
    make -s -C lib install
  }
  # A caller that makes a condition of this switches `set -e` off.
  for name in boost_json crypto gmock gtest minizip sodium ssl stemmer utf8proc z zstd $([ "$openssl" != mingw64 ] || echo curl); do
    [ -s "$folder/lib/lib$name.a" ] || { echo "there is no $folder/lib/lib$name.a" && exit 1; }
  done
  rm -rf "$folder/source" "$folder/apt"
  touch "$folder/complete"
)

# build_cross ARCH OPTIONS…: the program of another system in build/static-ARCH.
build_cross() {
  local arch=$1
  shift
  install_packages "${packages_run[@]}" "${packages_test[@]}" "${packages_cross[@]}"
  obtain_sqlite
  configure_cross "$arch" "$root/build/static-$arch" --preset release -DAIM_PROGRAM_TESTS=OFF "$@" &&
    run_logged "static-$arch" cmake --build "$root/build/static-$arch" --target ai-memory
}

# Without link-time optimisation, which its linker does for neither system.
configure_cross() {
  local folder=$2 parts=$root/build/parts/$1 target system processor
  case $1 in
    windows-amd64) target=x86_64-windows-gnu system=Windows processor=x86_64 ;;
    macos-amd64) target=x86_64-macos system=Darwin processor=x86_64 ;;
    macos-arm64) target=aarch64-macos system=Darwin processor=arm64 ;;
  esac
  shift 2
  cross_libraries "$parts" "$target" || { tail -n 20 "$parts/log" >&2 && return 1; }
  (cd "$root" && run_logged "$(basename "$folder")" cmake -G Ninja "$@" -B "$folder" -DCMAKE_TOOLCHAIN_FILE="$root/scripts/packages/cross.cmake" \
    -DAIM_SYSROOT="$parts" -DAIM_SYSTEM="$system" -DAIM_PROCESSOR="$processor" -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=OFF)
}

run_logged() {
  local log=$root/build/$1.log
  shift
  "$@" >>"$log" 2>&1 || { tail -n 40 "$log" >&2 && return 1; }
}

# Unit tests of the modules below the engine, of the objects of the program, and the program as people use it, under Wine.
test_windows() (
  set -e
  local name folder=$root/build/static-windows-amd64
  build_cross windows-amd64
  configure_cross windows-amd64 "$folder" -DAIM_TESTS=ON
  run_logged static-windows-amd64 cmake --build "$folder" --target "${tests_windows[@]/%/_test}"
  export WINEPREFIX=$root/build/wine WINEDEBUG=-all
  for name in "${tests_windows[@]}"; do
    say "windows: $name"
    /usr/lib/wine/wine64 "$folder/test-programs/${name}_test.exe" --gtest_brief=1 --gtest_filter="$not_on_windows"
  done
  python3 "$root/tests/windows/smoke.py" --binary "$folder/ai-memory.exe"
)
