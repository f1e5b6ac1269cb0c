#!/usr/bin/env bash
# Compares the evidence of the site with that of a baseline. Writes `summary.md` and `comment.md` into the folder of
# reports and appends the first to the summary of the job. Exit codes as of `benchbook compare`: 3 when a rule fired.
#
#   SITE      the folder of the site, or of outputs, from here
#   BASELINE  a commit, branch or tag; or a folder that holds another such site; without it, the base of the pull request
#   COMPARE   what to compare, one a line: a path in the site, or `OLD .. NEW`, two parts of suites of the site;
#             without it, each suite that changed
#   FAIL_ON   rules of `--fail-on`, one a line
#   ACCEPT    conditions that may differ, one a line
#   NAME      what the comparison is called, where a pull request has several
set -euo pipefail
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

benchbook=${BENCHBOOK:-benchbook}
site=${SITE:-.}
name=${NAME:-benchbook}
# GitHub takes 1 MiB of summary a step and 65,536 characters a comment; a character has a byte or more.
summary_limit=1000000
comment_limit=65000
baseline_tree=

[ -d "$site" ] || fail "there is no folder \`$site\`"
[[ $name =~ ^[0-9A-Za-z._-]+$ ]] || fail "a name has letters, digits, \`.\`, \`_\` and \`-\`, and not \`$name\`"
site=$(cd "$site" && pwd -P)
scratch=$(mktemp -d)

trap 'if [ -n "$baseline_tree" ]; then git worktree remove --force "$baseline_tree" || true; fi; rm -rf "$scratch"' EXIT

# The commit that a pull request is merged into. The merge that CI checks out knows it exactly, also in a shallow clone.
base_of_pull_request() {
  local parents
  [ -f "${GITHUB_EVENT_PATH:-}" ] || return 0
  need jq "it reads the event"
  parents=$(git cat-file -p HEAD | sed -n -e '/^$/q' -e 's/^parent //p')
  if [[ ${GITHUB_REF:-} == refs/pull/*/merge ]] && [ "$(wc -l <<<"$parents")" = 2 ]; then
    head -n 1 <<<"$parents"
  else
    jq -r '.pull_request.base.sha // empty' "$GITHUB_EVENT_PATH"
  fi
}

# The commit of a name, fetched when a shallow clone does not have it.
commit_of() {
  [[ $1 != -* ]] || fail "\`$1\` is not a commit"
  git rev-parse --verify --quiet "$1^{commit}" && return
  git fetch --quiet --no-tags --depth=1 origin "$1" >&2 || fail "there is no commit \`$1\`, here or at the origin"
  git rev-parse --verify "FETCH_HEAD^{commit}"
}

# Sets `old_site` to the baseline's folder, empty when there is none.
find_baseline() {
  local base=${BASELINE:-} commit top
  if [ -n "$base" ] && [ -d "$base" ]; then
    old_site=$(cd "$base" && pwd -P)
    return
  fi
  need git "it reads the baseline"
  [ -n "$base" ] || base=$(base_of_pull_request)
  [ -n "$base" ] || return 0
  commit=$(commit_of "$base")
  top=$(cd "$(git rev-parse --show-toplevel)" && pwd -P)
  baseline_tree=$scratch/baseline
  git worktree add --quiet --detach "$baseline_tree" "$commit"
  old_site=$baseline_tree${site#"$top"}
}

# The suites of both sides, or the site itself when it is a folder of outputs.
all_paths() {
  local manifest
  [ -f "$site/benchbook.toml" ] || { echo .; return; }
  for manifest in "$site"/data/*/suite.toml ${old_site:+"$old_site"/data/*/suite.toml}; do
    [ ! -f "$manifest" ] || echo "data/$(basename "$(dirname "$manifest")")"
  done | sort -u
}

# A path as Markdown.
named() {
  if [ "$1" = . ]; then echo "the evidence"; else echo "\`${1//\`/}\`"; fi
}

# What is compared, one a line, and in `unchanged` the suites that are the same.
find_work() {
  local path
  unchanged=
  : >"$scratch/work"
  if [ -n "${COMPARE:-}" ]; then
    lines_of "$COMPARE" >"$scratch/work"
    return
  fi
  while IFS= read -r path; do
    if [ -n "$old_site" ] && diff -rq -- "$old_site/$path" "$site/$path" >/dev/null 2>&1; then
      unchanged+=${unchanged:+, }$(named "$path")
    else
      printf '%s\n' "$path" >>"$scratch/work"
    fi
  done < <(all_paths)
}

# Compares a line of the work, as Markdown of so many bytes at most. Short names, so that places are short.
compare() {
  local line=$1 bytes=$2 old=before new=after side
  side=$(mktemp -d "$scratch/side.XXXX")
  if [[ $line == *" .. "* ]]; then
    old=${line%% .. *} new=${line#* .. }
  else
    ln -s "$old_site" "$side/before"
    ln -s "$site" "$side/after"
    [ "$line" = . ] || old=before/$line new=after/$line
  fi
  (cd "$side" && "$benchbook" compare ${options[@]+"${options[@]}"} --site "$site" --format markdown --max-bytes "$bytes" -- "$old" "$new")
}

# What is not in the site: gone since the baseline, which the rule `missing` is about, or never there.
gone() {
  if [ -z "$old_site" ] || [ ! -e "$old_site/$1" ]; then
    echo "There is no such file or folder in the site."
    return 2
  fi
  echo "Gone: the baseline has it, and the site does not."
  [[ " ${options[*]-} " != *" --fail-on=missing "* ]] || return 3
}

# Writes the section of a line and returns the code of its comparison.
section() {
  local line=$1 bytes=$2 code=0
  [ "$line" = . ] || printf '\n## %s\n' "$(named "$line")"
  echo
  if [[ $line != *" .. "* ]] && [ ! -e "$site/$line" ]; then
    gone "$line"
    return
  elif [[ $line != *" .. "* ]] && { [ -z "$old_site" ] || [ ! -e "$old_site/$line" ]; }; then
    echo "New: the baseline has no evidence to compare with."
    return 0
  fi
  compare "$line" "$bytes" 2>"$scratch/errors" || code=$?
  case $code in
    0 | 3) ;;
    # As indented code, which nothing in it can end.
    *) head -c "$bytes" "$scratch/errors" | sed 's/^/    /'; cat "$scratch/errors" >&2 ;;
  esac
  return "$code"
}

# All sections within so many bytes, those that failed first; sets `worst` to the code of the step.
write() {
  local limit=$1 file=$2 count line code=0 bytes number=0
  count=$(wc -l <"$scratch/work")
  bytes=$(((limit - 2000) / (count > 0 ? count : 1) - 200))
  [ "$bytes" -gt 2000 ] || bytes=2000
  rm -rf "$scratch/sections" && mkdir "$scratch/sections"
  worst=0
  while IFS= read -r line; do
    code=0 number=$((number + 1))
    section "$line" "$bytes" >"$scratch/text" || code=$?
    case $code in
      0) ;;
      3) [ "$worst" != 0 ] || worst=3 ;;
      *) worst=$code ;;
    esac
    mv "$scratch/text" "$(printf '%s/sections/%d-%05d' "$scratch" "$((code == 0))" "$number")"
  done <"$scratch/work"
  join "$limit" >"$file"
}

# The sections that fit, and how many do not.
join() {
  local limit=$1 left_out=0 length section
  heading >"$scratch/whole"
  for section in "$scratch"/sections/*; do
    [ -f "$section" ] || continue
    length=$(cat "$scratch/whole" "$section" | wc -c)
    if [ "$length" -le $((limit - 1000)) ]; then
      cat "$section" >>"$scratch/whole"
    else
      left_out=$((left_out + 1))
    fi
  done
  cat "$scratch/whole"
  [ "$left_out" = 0 ] || printf '\n%s more comparisons do not fit here.\n' "$left_out"
  [ -z "$unchanged" ] || printf '\nUnchanged: %.300s\n' "$unchanged"
  [ -z "${GITHUB_RUN_ID:-}" ] || printf '\n[The run, with the site and the whole comparison](%s/%s/actions/runs/%s)\n' \
    "${GITHUB_SERVER_URL:-https://github.com}" "${GITHUB_REPOSITORY:-}" "$GITHUB_RUN_ID"
}

heading() {
  printf '<!-- benchbook:%s -->\n# Benchmarks\n' "$name"
  if [ -z "$old_site" ] && [ -z "${COMPARE:-}" ]; then
    printf '\nThere is no baseline to compare with.\n'
  fi
}

options=()
while IFS= read -r rule; do options+=("--fail-on=$rule"); done < <(lines_of "${FAIL_ON:-}")
while IFS= read -r condition; do options+=("--accept=$condition"); done < <(lines_of "${ACCEPT:-}")
old_site=
find_baseline
find_work
write "$summary_limit" "$reports/summary.md"
if [ "$(wc -c <"$reports/summary.md")" -le "$comment_limit" ]; then
  cp "$reports/summary.md" "$reports/comment.md"
else
  write "$comment_limit" "$reports/comment.md"
fi
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$reports/summary.md" >>"$GITHUB_STEP_SUMMARY"
output reports "$reports"
output code "$worst"
exit "$worst"
