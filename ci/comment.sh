#!/usr/bin/env bash
# Writes `comment.md` of the folder of reports under the pull request: one comment, brought up to date in its place.
# Where that may not be done (a fork, no token, a token that only reads) it says so and is content.
#
#   NAME    what the comparison is called
#   TOKEN   may be empty
#   AUTHOR  whose comments are brought up to date: the account of the token
set -euo pipefail
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

body=$reports/comment.md
author=${AUTHOR:-github-actions[bot]}
name=${NAME:-benchbook}
api=${GITHUB_API_URL:-https://api.github.com}/repos/${GITHUB_REPOSITORY:-}
response=$(mktemp)
trap 'rm -f "$response"' EXIT

leave() {
  echo "no comment: $1" >&2
  exit 0
}

# Asks the interface; the answer is in `$response`, its status is printed. The token is on no command line.
ask() {
  curl --silent --show-error --output "$response" --write-out '%{http_code}' \
    --header 'Accept: application/vnd.github+json' --header 'X-GitHub-Api-Version: 2022-11-28' \
    --config <(printf 'header = "Authorization: Bearer %s"\n' "$TOKEN") "$@"
}

# Ends the step unless the status is a success.
accept() {
  case $1 in
    2??) ;;
    401 | 403 | 404) leave "the token may not (status $1 of $2)" ;;
    *) fail "status $1 of $2: $(head -c 300 "$response")" ;;
  esac
}

# The open pull request of a finished run. The run's own event says nothing of forks, and the artifact is not to be
# trusted, so it is looked up by what the platform says of the run: its branch, and its commit.
pull_request_of_run() {
  local head commit
  commit=$(jq -r '.workflow_run.head_sha' "$GITHUB_EVENT_PATH")
  head=$(jq -r '"\(.workflow_run.head_repository.owner.login):\(.workflow_run.head_branch)"' "$GITHUB_EVENT_PATH")
  accept "$(ask --get --data-urlencode "state=open" --data-urlencode "head=$head" "$api/pulls")" "a list of pull requests"
  jq -r --arg commit "$commit" '[.[] | select(.head.sha == $commit) | .number][0] // empty' "$response"
}

# What a stranger's run wrote calls nobody: a mention is broken by a space without width, and the reader is told.
quieten() {
  local space=$'\xe2\x80\x8b'
  sed "s/@/@$space/g" "$body" >"$reports/quiet.md"
  printf '\n<sub>Written by the run of the pull request itself.</sub>\n' >>"$reports/quiet.md"
  body=$reports/quiet.md
}

# The number of the comment that was written before, if there is one.
written_before() {
  local page=1
  while :; do
    accept "$(ask "$api/issues/$number/comments?per_page=100&page=$page")" "a list of comments"
    jq -r --arg author "$author" --arg marker "$marker" \
      '[.[] | select(.user.login == $author and (.body | startswith($marker))) | .id][0] // empty' "$response" >"$response.id"
    if [ -s "$response.id" ] || [ "$(jq length "$response")" -lt 100 ]; then
      found=$(cat "$response.id")
      rm -f "$response.id"
      return
    fi
    page=$((page + 1))
  done
}

[[ $name =~ ^[0-9A-Za-z._-]+$ ]] || fail "a name has letters, digits, \`.\`, \`_\` and \`-\`, and not \`$name\`"
marker="<!-- benchbook:$name -->"
[ -f "$body" ] || leave "there is nothing to say"
[ -f "${GITHUB_EVENT_PATH:-}" ] || leave "there is no event"
need jq "it reads the event"
need curl "it writes the comment"
if is_from_fork; then leave "the pull request comes from a fork; see the summary of the job"; fi
[ -n "${TOKEN:-}" ] || leave "there is no token"
[[ $TOKEN =~ ^[0-9A-Za-z._-]+$ ]] || fail "the token has characters that no token has"
[ "$(head -c "${#marker}" "$body")" = "$marker" ] || fail "the comment does not begin with its marker"

number=$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")
if [ -z "$number" ] && jq -e .workflow_run "$GITHUB_EVENT_PATH" >/dev/null; then
  number=$(pull_request_of_run)
  quieten
fi
[[ $number =~ ^[0-9]+$ ]] || leave "there is no open pull request"
[ "$(wc -m <"$body")" -lt 65536 ] || fail "the comment is longer than 65,535 characters"
found=
written_before
if [ -n "$found" ]; then
  address=$api/issues/comments/$found method=PATCH
else
  address=$api/issues/$number/comments method=POST
fi
status=$(jq -Rs '{ body: . }' "$body" | ask --request "$method" --header 'Content-Type: application/json' --data-binary @- "$address")
accept "$status" "the comment"
echo "comment: $(jq -r '.html_url // "written"' "$response")"
