#!/usr/bin/env bash
# Publishes a built site behind nginx, on the loopback and below a path, and follows every link of it. Run by hand:
#
#   tests/publish/nginx.sh [public]
#
# It takes nginx and Node. Nothing of the system's own nginx is read but the list of media types.
set -euo pipefail

public=$(cd "${1:-public}" && pwd -P)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
scratch=$(mktemp -d)
port=${PORT:-8459}
types=${MIME_TYPES:-/etc/nginx/mime.types}

trap 'if [ -f "$scratch/pid" ]; then kill "$(cat "$scratch/pid")"; fi; rm -rf "$scratch"' EXIT
# The workers of nginx may be another user's, who has to reach the files.
chmod 755 "$scratch"
cp -R "$public" "$scratch/site"
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
  server {
    listen 127.0.0.1:$port;
    absolute_redirect off;
    location /team/bench/ {
      alias $scratch/site/;
      error_page 404 /team/bench/404.html;
    }
  }
}
CONF
nginx -c "$scratch/nginx.conf" -e "$scratch/error.log"
node "$here/crawl.mjs" "http://127.0.0.1:$port/team/bench/"
(cd "$scratch/site/evidence" && sha256sum --quiet -c SHA256SUMS)
