#!/usr/bin/env bash
# The kernels of 64-bit ARM processors by their own tests, compiled for one and run under emulation, with the dot product of
# bytes and without: arm.sh FOLDER. Exit status 77, "skipped", without AIM_LONG=1, the cross compiler, qemu-user or the sources
# of googletest (Debian: g++-12-aarch64-linux-gnu qemu-user libgtest-dev).
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
compiler=aarch64-linux-gnu-g++-12
googletest=/usr/src/googletest

skip() {
  echo "skipped: $1"
  exit 77
}

[ "${AIM_LONG:-}" = 1 ] || skip "AIM_LONG=1 is not set"
command -v $compiler >/dev/null || skip "$compiler is not here"
command -v qemu-aarch64 >/dev/null || skip "qemu-aarch64 is not here"
[ -d $googletest ] || skip "the sources of googletest are not here"

mkdir -p "$1/include"
cd "$1"
ln -sfn /usr/include/tl include/tl # a header alone, the same for every processor
flags=(-std=c++20 -O3 -ffp-contract=off -fno-math-errno -I"$source/src" -Iinclude -I$googletest/googletest/include
  -I$googletest/googlemock/include)

compile() {
  $compiler "${flags[@]}" "${@:3}" -c "$1" -o "$2"
}
for part in googletest/src/gtest-all googlemock/src/gmock-all googlemock/src/gmock_main; do
  object=$(basename $part).o
  [ -e "$object" ] || compile $googletest/$part.cc "$object" -I$googletest/googletest -I$googletest/googlemock
done
compile "$source/src/embed/kernels/neondot.cpp" neondot.o -march=armv8.2-a+dotprod
for part in neon plain select; do compile "$source/src/embed/kernels/$part.cpp" $part.o; done
compile "$source/src/embed/kernels_test.cpp" kernels_test.o
$compiler -static ./*.o -o kernels_test

qemu-aarch64 -cpu max ./kernels_test --gtest_brief=1
qemu-aarch64 -cpu cortex-a53 ./kernels_test --gtest_brief=1
echo "both processors: passed"
