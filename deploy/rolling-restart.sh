#!/bin/bash
# Restarts the processes behind nginx one after the other. nginx can't ask /readyz, so each process is marked "down" in
# its configuration first. Examples: docs/operations.md#rolling-restart
#   rolling-restart.sh CONFIGURATION 'COMMAND THAT RELOADS NGINX' 'COMMAND THAT RESTARTS THE PROCESS AND WAITS FOR IT'
# The configuration names each process in a line "server HOST:PORT ...;". The commands see it as $HOST and $PORT.
set -euo pipefail
configuration=$1 reload=$2 restart=$3

mark() {
  local text
  text=$(sed -E "s/^( *server $1)( down)?([ ;])/\1$2\3/" "$configuration")
  # Written in place: a file that is mounted into a container is known there by its inode.
  printf '%s\n' "$text" >"$configuration"
  bash -c "$reload"
}

mapfile -t servers < <(sed -nE 's/^ *server ([^ ;]+:[0-9]+)[ ;].*/\1/p' "$configuration")
if ((${#servers[@]} < 2)); then
  echo "$configuration names ${#servers[@]} process: with fewer than two nobody answers meanwhile." >&2
  exit 1
fi
for server in "${servers[@]}"; do
  mark "$server" " down"
  if ! HOST=${server%:*} PORT=${server##*:} bash -c "$restart"; then
    echo "$server did not come back. nginx sends it nothing, the others serve on; mend it and run this again." >&2
    exit 1
  fi
  mark "$server" ""
done
