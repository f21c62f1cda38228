#!/bin/sh
# Runs npm run doctor with the settings and secrets of the instance at a port, as the unit of systemd does. As root:
#   deploy/doctor.sh 8080
set -eu

case ${1-} in '' | *[!0-9]*)
  echo 'Usage: deploy/doctor.sh PORT' >&2
  exit 2
  ;;
esac
secrets=/etc/major-degree-database
port=$1
cd "$(dirname "$0")/.."
set -- "$secrets.env"
[ ! -e "$secrets-$port.env" ] || set -- "$@" "$secrets-$port.env"
# Node reads this one before the files with settings, and the last one counts.
authorities=$(sed -n "s/^NODE_EXTRA_CA_CERTS=[\"']\{0,1\}\([^\"']*\).*/\1/p" "$@" | tail -n 1)
for file; do
  shift
  set -- "$@" --env-file="$file"
done
exec env -i PATH="$PATH" NODE_ENV=production PORT="$port" ${authorities:+NODE_EXTRA_CA_CERTS="$authorities"} \
  DATABASE_URL_FILE="$secrets/DATABASE_URL" SESSION_SECRET_FILE="$secrets/SESSION_SECRET" \
  OIDC_CLIENT_SECRET_FILE="$secrets/OIDC_CLIENT_SECRET" \
  node "$@" server/cli/doctor.ts
