#!/usr/bin/env bash
# Finds, downloads or builds the program; its path becomes the output `binary`.
#
#   BINARY    a program that is there already
#   VERSION   `source`, to build SOURCE with Cargo, or the tag of a release, such as `v0.1.0`
#   SOURCE    the folder of the source
#   RELEASES  where releases are: https://HOST/OWNER/NAME/releases/download
#   SHA256    the hash that the release's archive must have; without it, its own SHA256SUMS is asked
set -euo pipefail
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

tools=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/benchbook-tools

platform() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo x86_64-unknown-linux-musl ;;
    Linux-aarch64) echo aarch64-unknown-linux-musl ;;
    Darwin-arm64) echo aarch64-apple-darwin ;;
    Darwin-x86_64) echo x86_64-apple-darwin ;;
    *) fail "there is no release for this system; set \`version\` to \`source\`" ;;
  esac
}

hash_of() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

download() {
  curl --fail --silent --show-error --location --retry 3 --output "$2" "$1" || fail "cannot download $1"
}

# The hash that the list of a release gives for a file of it.
listed_hash() {
  download "$RELEASES/$VERSION/SHA256SUMS" "$tools/SHA256SUMS"
  awk -v name="$1" '$2 == name || $2 == "*" name { print $1 }' "$tools/SHA256SUMS"
}

get_release() {
  local archive expected found
  [[ $VERSION =~ ^[0-9A-Za-z][0-9A-Za-z._+-]*$ ]] || fail "\`$VERSION\` is not the tag of a release"
  need curl "it downloads the release"
  archive=benchbook-$VERSION-$(platform).tar.gz
  expected=${SHA256:-$(listed_hash "$archive")}
  [ -n "$expected" ] || fail "SHA256SUMS of $VERSION does not list $archive"
  download "$RELEASES/$VERSION/$archive" "$tools/$archive"
  found=$(hash_of "$tools/$archive")
  [ "$found" = "$expected" ] || fail "the SHA-256 of $archive is $found, and not $expected"
  tar -xzf "$tools/$archive" -C "$tools" benchbook
  binary=$tools/benchbook
}

build_source() {
  need cargo "install Rust 1.95 or later, or set \`version\` to a release"
  # Without the preview, which nobody looks at here, and without links to other hosts, which take a C compiler.
  cargo install --quiet --locked --no-default-features --features minify,card --path "$SOURCE" --root "$tools"
  binary=$tools/bin/benchbook
}

mkdir -p "$tools"
if [ -n "${BINARY:-}" ]; then
  binary=$BINARY
elif [ "${VERSION:-source}" = source ]; then
  build_source
else
  get_release
fi
"$binary" --version || fail "\`$binary\` does not run"
output binary "$binary"
