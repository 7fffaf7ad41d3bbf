#!/bin/sh
# Runs the service with the Node of this machine.
root=$(dirname "$(dirname "$(readlink -f "$0")")")
if ! command -v node >/dev/null; then
  echo 'The service needs Node 26 or newer, and there is no node here: see docs/deploy.md.' >&2
  exit 1
fi
exec node "$root/dist/main.mjs" "$@"
