#!/usr/bin/env bash
# Builds this repository's own site as it would be published below a path, puts it behind nginx on the loopback with
# the headers that it asks for, and follows every link of it there and from disk.
#
#   tests/publish/nginx.sh [benchbook]
#
# It takes nginx and Node. Nothing of the system's own nginx is read but the list of media types.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
benchbook=$(realpath "${1:-$here/../../target/release/benchbook}")
scratch=$(mktemp -d)
types=${MIME_TYPES:-/etc/nginx/mime.types}
below=/team/bench
free='const s = require("net").createServer(); s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
port=${PORT:-$(node -e "$free")}

trap 'if [ -f "$scratch/pid" ]; then kill "$(cat "$scratch/pid")"; fi; rm -rf "$scratch"' EXIT
# The workers of nginx may be another user's, who has to reach the files.
chmod 755 "$scratch"
mkdir "$scratch/source"
cp -R "$here/../../content" "$here/../../data" "$scratch/source"
sed "s|^base_url = .*|base_url = \"http://127.0.0.1:$port$below/\"|" "$here/../../benchbook.toml" >"$scratch/source/benchbook.toml"
"$benchbook" build "$scratch/source" --out "$scratch/site"
node "$here/headers.mjs" "$scratch/site/_headers" "$below" >"$scratch/headers.conf"
cat >"$scratch/nginx.conf" <<CONF
pid $scratch/pid;
error_log $scratch/error.log;
events {}
http {
  include $types;
  default_type application/octet-stream;
  charset utf-8;
  access_log off;
  client_body_temp_path $scratch/body;
  proxy_temp_path $scratch/proxy;
  fastcgi_temp_path $scratch/fastcgi;
  uwsgi_temp_path $scratch/uwsgi;
  scgi_temp_path $scratch/scgi;
  include $scratch/headers.conf;
  server {
    listen 127.0.0.1:$port;
    absolute_redirect off;
    location $below/ {
      alias $scratch/site/;
      error_page 404 $below/404.html;
    }
  }
}
CONF
nginx -c "$scratch/nginx.conf" -e "$scratch/error.log"
HEADERS=$scratch/site/_headers node "$here/crawl.mjs" "http://127.0.0.1:$port$below/"
node "$here/crawl.mjs" "file://$scratch/site/"
(cd "$scratch/site/evidence" && sha256sum --quiet -c SHA256SUMS)
