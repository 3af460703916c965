#!/bin/sh
# The program on this machine; a plugin does not carry it. A hook must not disturb the session where it is missing.
PATH=$PATH:$HOME/.local/bin
export PATH
if command -v ai-memory >/dev/null; then
  exec ai-memory "$@"
fi
echo "ai-memory is not installed; install it: curl -fsSL @url@/install.sh | sh" >&2
[ "${1:-}" = hook ]
