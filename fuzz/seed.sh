#!/bin/sh
# Fills `corpus/` with seeds from the fixtures, the site and the cases of bad input of the repository.
set -eu
cd "$(dirname "$0")"
for target in readers expressions claims settings markdown; do mkdir -p "corpus/$target"; done
name() { echo "${1#../}" | tr '/' '_'; }
find ../tests/fixtures -type f -size -24k | while read -r file; do cp "$file" "corpus/readers/$(name "$file")"; done
find .. -name '*.toml' -size -24k -not -path '*/target/*' -not -path '../fuzz/*' |
  while read -r file; do cp "$file" "corpus/settings/$(name "$file")"; done
find ../content ../tests/errors ../tests/sites ../scaffold -name '*.md' -size -24k |
  while read -r file; do cp "$file" "corpus/markdown/$(name "$file")"; done
# Each `[text](<= expression>)` of the narratives.
grep -rhoE '\[[^]]*\]\(<= [^>]*>\)' ../content ../tests ../README.md | sort -u | head -400 | awk '{
  text = $0; sub(/^\[/, "", text); sub(/\]\(<= .*$/, "", text)
  expression = $0; sub(/^.*\]\(<= /, "", expression); sub(/>\)$/, "", expression)
  printf "%s", expression > ("corpus/expressions/" NR); close("corpus/expressions/" NR)
  printf "%s\n%s", text, expression > ("corpus/claims/" NR); close("corpus/claims/" NR)
}'
