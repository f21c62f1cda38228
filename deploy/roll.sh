#!/bin/sh
# Restarts instances one after the other, each while the others serve, and stops if one does not become ready:
#   deploy/roll.sh 8080 8081
# nginx has no health checks, so behind nginx name the application as browsers reach it:
#   deploy/roll.sh https://mdsd.example.edu/mdsd 8080 8081
# With --check as the first argument it only checks the others.
set -eu

usage='Usage: deploy/roll.sh [URL] PORT…'
refuse() {
  echo "$1" >&2
  exit "$2"
}

isCheck=
proxy=
[ "${1-}" != --check ] || {
  isCheck=yes
  shift
}
case ${1-} in
--help)
  echo "$usage"
  exit
  ;;
https://* | http://*)
  proxy=${1%/}
  shift
  ;;
esac
[ $# -gt 0 ] || refuse "$usage" 2
for port; do
  case $port in *[!0-9]*) refuse "$port is no port, and a URL begins with https://. $usage" 2 ;; esac
  systemctl is-active --quiet "major-degree-database@$port" ||
    refuse "major-degree-database@$port is not running: nothing was restarted." 1
done
[ -z "$proxy" ] || command -v curl > /dev/null || refuse 'Install curl: nothing was restarted.' 1
[ -z "$proxy" ] || curl --silent --show-error --fail --output /dev/null "$proxy/readyz" ||
  refuse "$proxy/readyz does not respond: nothing was restarted." 1
[ -z "$isCheck" ] || exit 0

last=
for port; do
  # nginx uses an instance again 5 s after it failed.
  [ -z "$proxy" ] || [ -z "$last" ] || sleep 6
  echo "Restarting major-degree-database@$port…"
  systemctl restart "major-degree-database@$port" &
  restart=$!
  if [ -n "$proxy" ]; then
    # Sent on to the instance that stops, these show nginx that it is not ready, before its port closes.
    sleep 1
    for request in 1 2 3 4 5 6 7 8 9 10; do
      curl --silent --output /dev/null "$proxy/readyz" || true
    done
  fi
  wait "$restart" ||
    refuse "major-degree-database@$port is not ready: see journalctl -u major-degree-database@$port. The instances after it were not restarted." 1
  last=$port
done
echo "Restarted and ready: $*."
