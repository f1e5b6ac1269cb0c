#!/usr/bin/env bash
# Finds everything that is wrong with the site SITE, as annotations; then builds it into OUT.
set -euo pipefail
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

benchbook=${BENCHBOOK:-benchbook}
site=${SITE:-.}
out=${OUT:-$reports/site}

[ -d "$site" ] || fail "there is no folder \`$site\`"
if [ -f "$site/benchbook.toml" ]; then
  "$benchbook" check --format "${NOTATION:-github}" -- "$site"
fi
"$benchbook" build --out "$out" -- "$site"
output site "$out"
