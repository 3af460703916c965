# Whether two builds give the same bytes: two clean clones of the last commit, in folders of other names and lengths, each with
# libraries and objects of its own. To be sourced by scripts/package.

# reproduce ARCH: exit status 1, and the files that differ, where they do. It takes as long as two builds from nothing.
reproduce() {
  local arch=$1 place name folders=()
  place=$(mktemp -d "${TMPDIR:-/tmp}/ai-memory-XXXXXX")
  trap 'rm -rf "$place"' RETURN
  for name in one another/folder/with-a-longer-name; do
    git clone -q "$root" "$place/$name"
    say "reproduce: $name"
    "$place/$name/scripts/package" "${targets_of_reproduction[@]}" --arch "$arch" --url https://releases.invalid \
      --out "$place/out/${name%%/*}" >/dev/null || return 1
    folders+=("$place/out/${name%%/*}")
  done
  if ! diff -rq "${folders[@]}" >&2; then
    mkdir -p "$out"
    cp -r "${folders[@]}" "$out/"
    say "reproduce: the builds differ; both are in $out"
    return 1
  fi
  say "reproduce: two builds, the same bytes"
  cat "${folders[0]}/SHA256SUMS"
}
