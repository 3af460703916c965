#!/bin/sh
# The program for this machine, from the sibling package that npm chose by its system; no Node stays behind.
set -eu
own=$(dirname "$(readlink -f "$0")")/..
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) name=ai-memory-linux-x64 ;;
  Linux-aarch64) name=ai-memory-linux-arm64 ;;
  Darwin-x86_64) name=ai-memory-darwin-x64 ;;
  Darwin-arm64) name=ai-memory-darwin-arm64 ;;
  *)
    echo "ai-memory: there is no package for $(uname -s) on $(uname -m) yet; build it from its sources" >&2
    exit 1
    ;;
esac
for place in "$own/node_modules" "$own/.."; do
  [ ! -x "$place/$name/bin/ai-memory" ] || exec "$place/$name/bin/ai-memory" "$@"
done
echo "ai-memory: the package $name is missing; install again without --omit=optional" >&2
exit 1
