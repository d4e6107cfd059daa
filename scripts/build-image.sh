#!/usr/bin/env bash
# scripts/build-image.sh [options of `buildah build`, such as --build-arg NODE_IMAGE=NAME]
# Builds the Dockerfile with buildah, which needs neither Docker nor a daemon, and checks that the server in it loads.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v buildah >/dev/null; then
  echo "No image was built: buildah is not installed. On Debian: apt-get install buildah. With Docker: docker build ." >&2
  exit 1
fi

# These also work inside containers, where overlays and namespaces are refused.
export BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot} STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
image=localhost/arrival-desk
# Docker's format: the OCI format has no health check.
buildah build --format docker --tag "$image" "$@" .
container=$(buildah from --pull-never "$image")
trap 'buildah rm "$container" >/dev/null' EXIT
# Checks that all modules of the server and its packages exist and are readable by the image's user.
buildah run "$container" -- node --input-type=module --eval 'await import("/app/src/server/program.ts")'
echo "Built: $image"
