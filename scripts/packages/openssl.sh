# An OpenSSL of what a server and a client of TLS need, from the source that Debian has it from: Debian's static library
# brings every cipher and format it knows, 1.2 MB of program that nothing asks for (docs/decisions/0112).
# To be sourced by scripts/package, after curl.sh.

openssl_without=(shared tests engine legacy module dso comp srp idea rc2 rc5 seed camellia aria cast bf sm2 sm3 sm4 gost mdc2 md4
  whirlpool cms ts ct ocsp autoload-config blake2 cmp dtls ec2m multiblock nextprotoneg ocb psk rfc3779 rmd160 siphash siv srtp)

# build_openssl FOLDER TARGET [HOST SYSROOT]: FOLDER/include and FOLDER/lib with libssl.a and libcrypto.a; nothing to do where they
# are. TARGET as OpenSSL calls it: linux-x86_64, linux-aarch64.
build_openssl() (
  set -e
  local folder=$1 target=$2 host=${3:-} sysroot=${4:-}
  [ ! -e "$folder/lib/libssl.a" ] || return 0
  rm -rf "$folder"
  mkdir -p "$folder/source" "$folder/lib"
  cd "$folder/source"
  say "OpenSSL: what TLS needs"
  private_lists "$folder/apt" deb-src
  private_source "$folder/apt" --tar-only openssl >"$folder/log" 2>&1
  tar -xf openssl_*.tar.gz
  cd openssl-*/
  # As curl.sh says. The ciphers are in assembler.
  {
    CFLAGS="-Os -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections -ffile-prefix-map=$PWD=openssl ${sysroot:+--sysroot=$sysroot}" \
      ./Configure "$target" ${host:+"--cross-compile-prefix=$host-"} --prefix=/usr --openssldir=/usr/lib/ssl "${openssl_without[@]/#/no-}"
    make -s build_generated
    make -s "-j$(nproc)" libcrypto.a libssl.a
  } >>"$folder/log" 2>&1
  cp -r include "$folder/"
  cp libcrypto.a libssl.a "$folder/lib"
  rm -rf "$folder/source" "$folder/apt"
)
