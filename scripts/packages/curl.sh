# A libcurl that can be linked statically: Debian's wants Kerberos, which has no static library there, and RTMP, whose TLS has
# none. This one is Debian's source with Debian's patches, reduced to what the program uses: HTTP and HTTPS, and proxies.
# To be sourced by scripts/package.

curl_without=(shared ftp file ldap ldaps rtsp dict telnet tftp pop3 imap smb smtp gopher mqtt manual ntlm tls-srp alt-svc
  hsts netrc cookies doh mime libcurl-option unix-sockets get-easy-options dependency-tracking openssl-auto-load-config)
curl_lacks=(brotli zstd zlib libpsl libssh2 librtmp libidn2 nghttp2 gssapi)

# apt with lists of its own, below a folder: those of the machine stay as they are. private_apt FOLDER ARGUMENTS…
private_apt() {
  local place=$1
  shift
  apt-get -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$place/sources" -o "Dir::State=$place" \
    -o "Dir::State::lists=$place/lists" -o "Dir::State::status=$place/status" -o "Dir::Cache=$place/cache" \
    -o APT::Sandbox::User=root -o APT::Install-Recommends=false "$@"
}

# Debian's lists of the machine for packages of sources or of another architecture: private_lists FOLDER TYPE [ARCHITECTURE]
private_lists() {
  local place=$1 type=$2 architecture=${3:-}
  mkdir -p "$place/sources" "$place/lists/partial" "$place/cache/archives/partial"
  touch "$place/status"
  local entry=${type}${architecture:+ [arch=$architecture]}
  if [ -e /etc/apt/sources.list.d/debian.sources ]; then
    sed -e "s/^Types: .*/Types: $type/" ${architecture:+-e "s/^Types: .*/&\nArchitectures: $architecture/"} \
      /etc/apt/sources.list.d/debian.sources >"$place/sources/debian.sources"
  else
    sed -n -E "s/^deb( \[[^]]*\])? /$entry /p" /etc/apt/sources.list >"$place/sources/debian.list"
  fi
  private_apt "$place" update >&2
}

# private_source FOLDER [OPTION…] NAME…: sources of Debian's packages, unpacked here. Some servers list an update before they have it: then
# the version of the release itself.
private_source() {
  local place=$1 name release options=()
  shift
  release=$(. /etc/os-release && printf %s "$VERSION_CODENAME")
  for name in "$@"; do
    [[ $name != -* ]] || { options+=("$name") && continue; }
    private_apt "$place" "${options[@]}" source "$name" || private_apt "$place" "${options[@]}" source "$name/$release" || return 1
  done
}

# build_curl FOLDER OPENSSL [HOST [SYSROOT]]: FOLDER/include and FOLDER/lib/libcurl.a, over the OpenSSL in a folder of openssl.sh;
# nothing to do where they are.
build_curl() (
  set -e
  local folder=$1 openssl=$2 host=${3:-} sysroot=${4:-}
  [ ! -e "$folder/lib/libcurl.a" ] || return 0
  rm -rf "$folder"
  mkdir -p "$folder/source"
  cd "$folder/source"
  say "libcurl: Debian's source, HTTP only"
  private_lists "$folder/apt" deb-src
  private_source "$folder/apt" curl >"$folder/log" 2>&1
  cd curl-*/
  # C needs no tables for exceptions, and the linker leaves out functions that stand alone and are not used. It waits for the network.
  export CFLAGS="-Os -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections -ffile-prefix-map=$PWD=curl ${sysroot:+--sysroot=$sysroot}"
  export LDFLAGS="${sysroot:+--sysroot=$sysroot}" LIBS="-ldl -lpthread"
  ./configure -q --prefix="$folder" ${host:+"--host=$host"} --enable-static --enable-threaded-resolver "--with-openssl=$openssl" \
    --with-ca-bundle=/etc/ssl/certs/ca-certificates.crt "${curl_without[@]/#/--disable-}" "${curl_lacks[@]/#/--without-}" \
    >>"$folder/log" 2>&1
  make -s -C lib install >>"$folder/log" 2>&1
  make -s -C include install >>"$folder/log" 2>&1
  rm -rf "$folder/source" "$folder/apt"
)
