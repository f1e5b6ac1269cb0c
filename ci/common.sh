# Sourced by the other scripts: how they say what is wrong, and where they keep what they write.
# shellcheck shell=bash

# Ends the step with what is wrong and, as its code, that of wrong usage.
fail() {
  echo "error: $1" >&2
  exit 2
}

need() {
  command -v "$1" >/dev/null || fail "\`$1\` is missing: $2"
}

# The folder of reports, which later steps read and the artifact keeps.
reports=${REPORTS:-${RUNNER_TEMP:-${TMPDIR:-/tmp}}/benchbook-reports}
mkdir -p "$reports"

# Sets an output of the step; outside of GitHub Actions there is nobody to read it.
output() {
  [ -z "${GITHUB_OUTPUT:-}" ] || printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# The lines of a text without the empty ones and the white space around each.
lines_of() {
  sed -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//' -e '/^$/d' <<<"$1"
}

# Whether the event came from a repository other than this one, whose token may not write here.
is_from_fork() {
  [ -f "${GITHUB_EVENT_PATH:-}" ] || return 1
  jq -e --arg here "${GITHUB_REPOSITORY:-}" \
    '.pull_request != null and .pull_request.head.repo.full_name != $here' "$GITHUB_EVENT_PATH" >/dev/null
}
