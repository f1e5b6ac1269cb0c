#!/usr/bin/env bash
# Adds what a release measured to a suite, and writes its page. What is there already is left as it is, so that the
# step may run again.
#
#   SITE      the folder of the site
#   SUITE     the suite, by name
#   RELEASE   what the release is called: its tag
#   OUTPUTS   the folder of raw outputs; those in a folder below it go to a folder of the same name
#   TEMPLATE  a Markdown file of the site, in which `{release}` is filled in; without it no page is written
set -euo pipefail
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

benchbook=${BENCHBOOK:-benchbook}
site=${SITE:-.}
[[ ${RELEASE:-} =~ ^[0-9A-Za-z][0-9A-Za-z._+-]*$ ]] || fail "\`${RELEASE:-}\` cannot be the name of a release"
[[ ${SUITE:-} =~ ^[0-9A-Za-z][0-9A-Za-z._-]*$ ]] || fail "\`${SUITE:-}\` cannot be the name of a suite"

# Adds the files of one folder.
add() {
  local folder=$1 to=$2 file files=()
  for file in "$folder"/*; do [ ! -f "$file" ] || files+=("$file"); done
  [ "${#files[@]}" = 0 ] || "$benchbook" add --site "$site" --to "$to" -- "$SUITE" "${files[@]}"
}

if [ -e "$site/data/$SUITE/raw/$RELEASE" ]; then
  echo "the suite has outputs of $RELEASE; none are added"
elif [ -n "${OUTPUTS:-}" ]; then
  [ -d "$OUTPUTS" ] || fail "there is no folder \`$OUTPUTS\`"
  while IFS= read -r folder; do
    add "$folder" "raw/$RELEASE${folder#"$OUTPUTS"}"
  done < <(find "$OUTPUTS" -type d | LC_ALL=C sort)
fi

page=content/releases/$RELEASE.md
if [ -n "${TEMPLATE:-}" ] && [ ! -e "$site/$page" ]; then
  text=$(cat "$site/$TEMPLATE")
  mkdir -p "$site/content/releases"
  printf '%s\n' "${text//\{release\}/"$RELEASE"}" >"$site/$page"
  echo "written: $page"
fi
