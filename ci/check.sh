#!/usr/bin/env bash
# Finds everything that is wrong with the site SITE, then builds it into OUT. What is wrong becomes annotations, or
# with NOTATION (`junit`, `sarif`, `json`) the file `check.NOTATION` in the folder of reports. THEME is a built-in theme.
set -euo pipefail
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

benchbook=${BENCHBOOK:-benchbook}
site=${SITE:-.}
notation=${NOTATION:-github}
out=${OUT:-$reports/site}

[ -d "$site" ] || fail "there is no folder \`$site\`"
if [ -f "$site/benchbook.toml" ]; then
  if [ "$notation" = github ]; then
    "$benchbook" check --format github -- "$site"
  else
    "$benchbook" check --format "$notation" -- "$site" >"$reports/check.$notation"
  fi
fi
"$benchbook" build ${THEME:+"--theme=$THEME"} --out "$out" -- "$site"
output site "$out"
