#!/bin/sh
# Installs ai-memory for this user, without root: curl -fsSL @url@/install.sh | sh
#
# usage: sh install.sh [OPTION]...
#   --version VERSION  this version instead of the newest
#   --prefix FOLDER    instead of ~/.local; the program is FOLDER/bin/ai-memory
#   --no-path          leave the start file of the shell as it is
#   --dry-run          check everything that can be checked, change nothing
#   --uninstall        remove what this script installed; memories stay
#   --help
#
# AI_MEMORY_URL is the folder of the release, when it is another one; AI_MEMORY_PUBLIC_KEY the minisign key of who signed it.
# Each download is compared with SHA256SUMS of that folder, and SHA256SUMS with its signature where a key is known.
set -eu

default_url='@url@'
default_key='@public_key@'
mark="# added by ai-memory's install.sh"

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$1" >&2
  shift
  for hint in "$@"; do printf '  %s\n' "$hint" >&2; done
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }
usage() {
  cat <<'USAGE'
usage: sh install.sh [--version VERSION] [--prefix FOLDER] [--no-path] [--dry-run] [--uninstall] [--help]
Installs the program ai-memory into ~/.local (or FOLDER) for this user. AI_MEMORY_URL: the folder of the release, if another.
USAGE
}

# The words of the file names of a release: linux-x86_64.
platform() {
  system=$(uname -s)
  machine=$(uname -m)
  case $system in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) fail "there is no program for $system" "On Windows use install.ps1, or this script in WSL." ;;
  esac
  case $machine in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "there is no program for the processor $machine, only for x86_64 and arm64" "Build it from its source, see docs/install.md there." ;;
  esac
  [ "$system-$machine" != macos-aarch64 ] || machine=arm64
  say "$system-$machine"
}

check_url() {
  case $url in
    https://* | file:///* | http://127.0.0.1[:/]* | http://localhost[:/]* | 'http://[::1]'[:/]*) ;;
    '') fail "the address of the release is not known" "Set AI_MEMORY_URL to the folder that has SHA256SUMS." ;;
    *) fail "AI_MEMORY_URL must begin with https:// (http:// only for this machine); got $url" ;;
  esac
}

# fetch NAME: a file of the release into $work. Exit status 1 where it could not be had; $work/error says why.
fetch() {
  if has curl; then
    curl -fsSL --proto '=https,http,file' --proto-redir '=https' --retry 2 --connect-timeout 20 -o "$work/$1" "$url/$1" 2>"$work/error"
  elif has wget && [ "${url#file:}" = "$url" ]; then
    wget -q -T 30 -O "$work/$1" "$url/$1" 2>"$work/error"
  else
    fail "neither curl nor wget is installed" "Install one of them."
  fi
}

sha256_of() {
  if has sha256sum; then
    sha256sum "$1"
  elif has shasum; then
    shasum -a 256 "$1"
  else
    openssl dgst -sha256 -r "$1"
  fi | cut -d ' ' -f 1
}

# The bytes of a base64 text from number $2 on, $3 of them.
bytes_at() { printf '%s\n' "$1" | openssl base64 -d -A | dd bs=1 skip="$2" count="$3" 2>/dev/null; }

# Whether minisign's signature of SHA256SUMS is that of the key, by openssl: Ed25519 over BLAKE2b of the file.
openssl_verifies() {
  signature=$(sed -n 2p "$work/SHA256SUMS.minisig")
  [ "$(bytes_at "$signature" 0 2)" = ED ] || return 1
  bytes_at "$signature" 2 8 >"$work/signer"
  bytes_at "$key" 2 8 | cmp -s - "$work/signer" || return 1
  bytes_at "$signature" 10 64 >"$work/signature"
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000' && bytes_at "$key" 10 32; } >"$work/key"
  openssl dgst -blake2b512 -binary "$work/SHA256SUMS" >"$work/hash"
  openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$work/key" -in "$work/hash" -sigfile "$work/signature" >/dev/null 2>&1
}

check_signature() {
  [ -n "$key" ] || return 0
  fetch SHA256SUMS.minisig || fail "the release at $url is not signed: $(cat "$work/error")" "Nothing was installed."
  if has minisign; then
    minisign -Vqm "$work/SHA256SUMS" -P "$key" >/dev/null 2>&1 && return 0
  elif has openssl && openssl dgst -blake2b512 "$work/SHA256SUMS" >/dev/null 2>&1 && openssl pkeyutl -help 2>&1 | grep -q rawin; then
    openssl_verifies && return 0
  else
    say "note: the signature is not checked, as neither minisign nor OpenSSL 3 is installed; SHA-256 is"
    return 0
  fi
  fail "the signature of $url/SHA256SUMS is not that of the key $key" "Nothing was installed. Somebody may have changed the release: tell its publisher."
}

# The newest version for this platform, or the one that was asked for.
choose_version() {
  versions=$(sed -n "s/^[0-9a-f]\{64\}  ai-memory-\([0-9][0-9.]*\)-$platform\.tar\.gz\$/\1/p" "$work/SHA256SUMS" | sort -t . -k 1,1n -k 2,2n -k 3,3n)
  if [ -z "$versions" ]; then
    there=$(sed -n 's/^[0-9a-f]\{64\}  ai-memory-[0-9][0-9.]*-\([a-z0-9_-]*\)\.tar\.gz$/\1/p' "$work/SHA256SUMS" | grep -v '^source$' | sort -u | tr '\n' ' ')
    fail "the release at $url has no program for $platform; it has: ${there:-none}" "Build it from its source, see docs/install.md there."
  fi
  if [ -z "$version" ]; then
    version=$(say "$versions" | tail -n 1)
  elif ! say "$versions" | grep -qx "$version"; then
    fail "--version: the release at $url has no $version for $platform; it has: $(say "$versions" | tr '\n' ' ')"
  fi
}

# Where the shell of this user reads PATH from, and the line for it.
start_file() {
  case ${SHELL:-} in
    */zsh) say "${ZDOTDIR:-$HOME}/.zshrc" ;;
    */bash) say "$HOME/.bashrc" ;;
    */fish) say "${XDG_CONFIG_HOME:-$HOME/.config}/fish/conf.d/ai-memory.fish" ;;
    *) say "$HOME/.profile" ;;
  esac
}
path_line() {
  case ${SHELL:-} in
    */fish) say "fish_add_path \"$prefix/bin\" $mark" ;;
    *) say "export PATH=\"$prefix/bin:\$PATH\" $mark" ;;
  esac
}

put_on_path() {
  case ":$PATH:" in *":$prefix/bin:"*) return 0 ;; esac
  file=$(start_file)
  if [ -n "$no_path" ]; then
    say "$prefix/bin is not on PATH; add it: export PATH=\"$prefix/bin:\$PATH\""
  elif grep -qsF "$prefix/bin" "$file"; then
    say "open a new shell: $file puts $prefix/bin on PATH"
  elif [ -n "$dry" ]; then
    say "would add $prefix/bin to PATH in $file"
  else
    mkdir -p "$(dirname "$file")"
    path_line >>"$file"
    say "added $prefix/bin to PATH in $file; open a new shell, or: export PATH=\"$prefix/bin:\$PATH\""
  fi
}

take_off_path() {
  file=$(start_file)
  grep -qsF "$mark" "$file" || return 0
  if [ -n "$dry" ]; then
    say "would remove $prefix/bin from PATH in $file"
    return 0
  fi
  grep -vF "$mark" "$file" >"$work/start" || true
  cat "$work/start" >"$file"
  say "removed $prefix/bin from PATH in $file"
}

# Files by their paths below the prefix. Nothing else was ever installed, whatever the list says.
installed_files() { grep -E '^(bin|share)/[A-Za-z0-9_./-]+$' "$list" | grep -vF ..; }

uninstall() {
  [ -f "$list" ] || fail "this script has installed nothing in $prefix: there is no $list" "Was it another --prefix, or a package manager?"
  installed_files >"$work/files"
  while read -r file; do
    if [ -n "$dry" ]; then say "would remove $prefix/$file"; else rm -f "$prefix/$file"; fi
  done <"$work/files"
  take_off_path
  [ -z "$dry" ] || return 0
  rm -f "$list"
  rmdir "$prefix/share/doc/ai-memory" 2>/dev/null || true
  say "ai-memory is removed from $prefix; memories and settings stay where they are (${XDG_DATA_HOME:-$HOME/.local/share}/ai-memory)"
}

# A renamed file takes the place of one that is running, too.
put_in_place() {
  (cd "$work/$name" && find . -type f | sed 's,^\./,,' | sort) >"$work/files"
  if [ -f "$list" ]; then # what the former version had and this one has not
    installed_files | grep -vxFf "$work/files" | while read -r file; do rm -f "$prefix/$file"; done
  fi
  if [ -f "$work/$name/share/systemd/user/ai-memory.service" ]; then
    sed "s,%h/\.local/bin/,$prefix/bin/,g" "$work/$name/share/systemd/user/ai-memory.service" >"$work/service"
    cp "$work/service" "$work/$name/share/systemd/user/ai-memory.service"
  fi
  while read -r file; do
    mkdir -p "$(dirname "$prefix/$file")"
    mv -f "$work/$name/$file" "$prefix/$file"
  done <"$work/files"
  cp "$work/files" "$list"
}

install() {
  platform=$(platform)
  check_url
  has sha256sum || has shasum || has openssl ||
    fail "none of sha256sum, shasum and openssl is installed, so no download can be checked" "Install one of them."
  fetch SHA256SUMS || fail "the release at $url is out of reach: $(cat "$work/error")" "Check the address (AI_MEMORY_URL) and the network, and try again."
  check_signature
  choose_version
  name=ai-memory-$version-$platform
  expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.gz\$/\1/p" "$work/SHA256SUMS")
  if [ -n "$dry" ]; then
    say "would install ai-memory $version for $platform from $url into $prefix"
    put_on_path
    return 0
  fi
  fetch "$name.tar.gz" || fail "$url/$name.tar.gz is out of reach: $(cat "$work/error")" "Try again; nothing was installed."
  got=$(sha256_of "$work/$name.tar.gz")
  [ "$got" = "$expected" ] || fail "$name.tar.gz is not what was published: its SHA-256 is $got instead of $expected" "Nothing was installed; try again."
  gzip -dc "$work/$name.tar.gz" | (cd "$work" && tar -xf -)
  said=$("$work/$name/bin/ai-memory" --version 2>&1 | head -n 1) || true
  [ "$said" = "ai-memory $version" ] || fail "the program does not start on this machine: $said" "Nothing was installed."
  put_in_place
  say "ai-memory $version is installed: $prefix/bin/ai-memory"
  put_on_path
  say "connect an assistant: ai-memory install claude-code   (or codex, gemini, cursor, vscode, all)"
}

main() {
  url=${AI_MEMORY_URL:-$default_url}
  url=${url%/}
  key=${AI_MEMORY_PUBLIC_KEY:-$default_key}
  version='' prefix='' dry='' no_path='' remove=''
  while [ $# -gt 0 ]; do
    case $1 in
      --version | --prefix)
        [ $# -gt 1 ] || fail "$1 needs a value"
        if [ "$1" = --version ]; then version=${2#v}; else prefix=$2; fi
        shift
        ;;
      --no-path) no_path=1 ;;
      --dry-run) dry=1 ;;
      --uninstall) remove=1 ;;
      --help | -h) usage && exit 0 ;;
      *) usage >&2 && fail "there is no option $1" ;;
    esac
    shift
  done
  [ -n "$prefix" ] || prefix=${HOME:?is not set}/.local
  case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
  list=$prefix/share/doc/ai-memory/files
  # On the file system of the program, so that a rename puts it in place; a dry run makes nothing there.
  if [ -n "$dry$remove" ]; then
    work=$(mktemp -d)
  else
    mkdir -p "$prefix" 2>/dev/null || fail "$prefix cannot be written to" "Name another folder with --prefix."
    work=$(mktemp -d "$prefix/.ai-memory-install.XXXXXX") || fail "$prefix cannot be written to" "Name another folder with --prefix."
  fi
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  if [ -n "$remove" ]; then uninstall; else install; fi
}

# All of it is read before anything is done: a download that was cut does nothing.
main "$@"
