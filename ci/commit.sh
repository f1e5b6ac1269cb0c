#!/usr/bin/env bash
# Commits the evidence and the page of RELEASE in the site SITE, and pushes them to the branch that is checked out.
set -euo pipefail
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

site=${SITE:-.}
[[ ${RELEASE:-} =~ ^[0-9A-Za-z][0-9A-Za-z._+-]*$ ]] || fail "\`${RELEASE:-}\` cannot be the name of a release"
git add -- "$site/data" "$site/content"
if git diff --cached --quiet; then
  echo "nothing to commit"
  exit
fi
git -c user.name="${AUTHOR_NAME:-github-actions[bot]}" \
  -c user.email="${AUTHOR_EMAIL:-41898282+github-actions[bot]@users.noreply.github.com}" \
  commit --quiet --message "data: benchmarks of $RELEASE"
git push --quiet origin HEAD
