#!/usr/bin/env bash
# Runs a command on the committed state in a minimal Debian system with only Node.js and npm, so that nothing depends on
# what a developer's machine happens to have installed.
#   scripts/bare-machine.sh prepare      creates the system, or fails with the reason
#   scripts/bare-machine.sh run COMMAND  in a temporary copy of it, from the root of a copy of the project
# As root, on Debian. The system is kept in BARE_MACHINE and created again when Node.js or npm has changed.
set -euo pipefail

suite=bookworm
kept=${BARE_MACHINE:-/var/tmp/arrival-desk-bare-machine}
base=$kept/base
project=$(cd "$(dirname "$0")/.." && pwd)
# The system's Node.js and npm, not those in node_modules.
PATH=${PATH//"$project/node_modules/.bin:"/}
node=$(readlink -f "$(command -v node)")
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")

fail() {
  echo "No bare machine can be created here: $1." >&2
  exit 1
}

# Copies this machine's settings for package registries: certificates, npm and apt configuration.
copy_network() {
  local root=$1 file
  for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
    if [[ -e $file ]]; then cp -L "$file" "$root$file"; fi
  done
  for file in "${NODE_EXTRA_CA_CERTS:-}" "${SSL_CERT_FILE:-}" "$(npm config get cafile)"; do
    if [[ -f $file ]]; then mkdir -p "$root$(dirname "$file")" && cp -L "$file" "$root$file"; fi
  done
  file=$(npm config get globalconfig)
  if [[ -f $file ]]; then mkdir -p "$root/usr/etc" && cp "$file" "$root/usr/etc/npmrc"; fi
  file=$(npm config get userconfig)
  if [[ -f $file ]]; then cp "$file" "$root/root/.npmrc"; fi
  # Only sources of the same release.
  if grep -q "^VERSION_CODENAME=$suite$" /etc/os-release; then
    cp -a /etc/apt/sources.list* "$root/etc/apt/"
    cp -a /usr/share/keyrings/. "$root/usr/share/keyrings/"
    if [[ -d /etc/apt/auth.conf.d ]]; then cp -a /etc/apt/auth.conf* "$root/etc/apt/"; fi
  fi
  while IFS= read -r file; do cp "$file" "$root/etc/apt/apt.conf.d/"; done \
    < <(grep -lsE '^ *Acquire::(http|https|Check)' /etc/apt/apt.conf.d/*)
}

prepare() {
  [[ $(id -u) == 0 ]] || fail "it needs root"
  unshare --mount --pid --fork --kill-child mount -t proc proc /proc 2>/dev/null || fail "unshare or mount is refused"
  local made
  made="$suite, Node.js $("$node" --version), npm $(npm --version)"
  if [[ $(cat "$kept/made" 2>/dev/null) == "$made" ]]; then return; fi
  if ! command -v debootstrap >/dev/null; then
    echo "Installing debootstrap from the system's packages."
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap; } \
      >/dev/null 2>&1 || fail "debootstrap is missing and cannot be installed"
  fi
  echo "Creating a bare machine: $made."
  rm -rf "$kept"
  mkdir -p "$kept"
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $suite" "Component: main" 2>/dev/null | grep '^http' | head -n 1)
  # Node.js is linked against the two libraries.
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6,libatomic1 "$suite" "$base" \
    ${mirror:+"$mirror"} >"$kept/debootstrap.log" 2>&1 || fail "debootstrap: $(tail -n 1 "$kept/debootstrap.log")"
  cp "$node" "$base/usr/bin/node"
  mkdir -p "$base/usr/lib/node_modules"
  cp -a "$npm" "$base/usr/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$base/usr/bin/npx"
  chroot "$base" /usr/bin/npm --version >/dev/null || fail "this machine's Node.js or npm does not run in the copy"
  echo "$made" >"$kept/made"
}

# In its own namespaces: its processes end with it, and its mounts are not visible outside.
run() {
  code=0
  root=$(mktemp -d "$kept/run-XXXXXX")
  trap 'rm -rf --one-file-system "$root"' EXIT
  unshare --mount --pid --fork --kill-child --propagation private bash "$0" inside "$root" "$@" &
  pid=$!
  # SIGKILL: the first process of a namespace ignores other signals.
  trap 'kill -KILL "$pid"' INT TERM HUP
  wait "$pid" || code=$?
  # A signal ends the wait before the command.
  wait "$pid" 2>/dev/null || true
  return "$code"
}

inside() {
  local root=$1
  shift
  cp -a --reflink=auto "$base/." "$root"
  copy_network "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mkdir "$root/root/project"
  git -C "$project" archive HEAD | tar -x -C "$root/root/project"
  local kept_variables=()
  mapfile -t kept_variables < <(env | grep -iE '^(CI|PORT|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|npm_config_(registry|cafile|strict_ssl))=')
  exec chroot "$root" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    "${kept_variables[@]}" sh -c 'cd && cd project && exec "$@"' sh "$@"
}

case ${1:-} in
  prepare) prepare ;;
  run | inside) "$@" ;;
  *) sed -n '2,6s/^# \?//p' "$0" >&2; exit 2 ;;
esac
