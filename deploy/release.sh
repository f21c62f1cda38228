#!/bin/sh
# Keeps each release in a folder of its own. Run it in a clone at /opt/major-degree-database/source:
#   deploy/release.sh add [COMMIT]               builds and tries a commit, by default the one that is checked out
#   deploy/release.sh use RELEASE [[URL] PORT…]  upgrades the schema and replaces the instances (deploy/roll.sh)
# docs/upgrading.md describes the folders and the way back.
set -eu
# The service runs as another user.
umask 022
# With a value of production npm would leave out the packages that build the pages.
unset NODE_ENV

usage='Usage: deploy/release.sh add [COMMIT]
       deploy/release.sh use RELEASE [[URL] PORT…]'
refuse() {
  echo "$1" >&2
  exit "$2"
}

source=$(cd "$(dirname "$0")/.." && pwd -P)
home=$(dirname "$source")
releases=$home/releases
assets=$home/assets
current=$home/current

add() {
  [ $# -le 1 ] || refuse "$usage" 2
  commit=$(git -C "$source" rev-parse --verify --quiet "${1-HEAD}^{commit}") ||
    refuse "There is no commit ${1-HEAD} in $source: run git fetch there, or name another." 1
  commit=$(git -C "$source" rev-parse --short "$commit")
  version=$(git -C "$source" show "$commit:package.json" | sed -n 's/^  "version": "\(.*\)",$/\1/p')
  release=$version-$commit
  [ ! -e "$releases/$release" ] ||
    refuse "The release $release is already there: run git pull for a newer one, or name another commit." 1

  # It gets its name when it is complete.
  new=$releases/.new
  rm -rf "$new"
  mkdir -p "$new" "$assets"
  # A clone made with another umask.
  chmod 755 "$home"
  trap 'rm -rf "$new"' EXIT
  trap 'exit 1' INT TERM HUP
  git -C "$source" archive "$commit" | tar -x -C "$new"
  cd "$new"
  quietly='--ignore-scripts --no-audit --no-fund --no-progress --loglevel=error'
  # The options are separate arguments.
  # shellcheck disable=SC2086
  npm ci $quietly
  npm run --silent build
  # What only builds and tests is not in the release.
  # shellcheck disable=SC2086
  npm prune --omit=dev $quietly
  echo "$commit" > dist/commit
  try
  add_assets
  cd "$home"
  mv "$new" "$releases/$release"
  echo "Added the release $release."
}

# Starts the program on an empty embedded database, and loads its page with all files that it names.
try() {
  echo 'Trying the program…'
  data=$(mktemp -d)
  port=$(node -e 'const server = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close(); })')
  env -i PATH="$PATH" HOST=127.0.0.1 PORT="$port" DATA_DIR="$data/data" SAMPLE_DATA=false DRAIN_SECONDS=0 \
    node server/main.ts > "$data/log" 2>&1 &
  program=$!
  trap 'kill "$program" 2> /dev/null || true; rm -rf "$new" "$data"' EXIT
  until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/mdsd/readyz"; do
    kill -0 "$program" 2> /dev/null || refuse "The program does not start: $(cat "$data/log")" 1
    sleep 0.2
  done
  page=$(curl --silent --fail "http://127.0.0.1:$port/mdsd/")
  for file in $(echo "$page" | grep -o '/mdsd/assets/[^"]*'); do
    curl --silent --fail --output /dev/null "http://127.0.0.1:$port$file" || refuse "The page needs $file, which is missing." 1
  done
  kill "$program"
  wait "$program" || refuse "The program does not stop in order: $(cat "$data/log")" 1
  rm -rf "$data"
  trap 'rm -rf "$new"' EXIT
}

# Instances of other releases serve the files too: a page of one release may request them from an instance of another.
# Each name has a hash of the content, so files are only added.
add_assets() {
  for file in dist/web/assets/*; do
    name=${file##*/}
    [ -e "$assets/$name" ] && continue
    cp "$file" "$assets/.new"
    mv "$assets/.new" "$assets/$name"
  done
}

use() {
  [ $# -ge 1 ] || refuse "$usage" 2
  release=$1
  shift
  [ -d "$releases/$release" ] && [ -n "$release" ] ||
    refuse "There is no release $release in $releases, only: $(ls "$releases" | tr '\n' ' ')" 1
  before=$(readlink "$current" || true)
  still=${before:+" The release ${before#releases/} is still in use."}
  [ $# -eq 0 ] || [ -n "$before" ] || refuse 'No release is in use: leave out the ports, then start the instances.' 2

  # Before anything changes.
  [ $# -eq 0 ] || "$source/deploy/roll.sh" --check "$@" || refuse "${still# }" "$?"
  export DATABASE_URL_FILE="${DATABASE_URL_FILE-/etc/major-degree-database/OWNER_DATABASE_URL}"
  (cd "$releases/$release" && node server/cli/upgrade.ts) ||
    refuse "The schema was not upgraded with the database in $DATABASE_URL_FILE.$still" 1
  switch "releases/$release"
  [ $# -gt 0 ] || {
    echo "The release $release is in use from the next start of an instance on."
    exit
  }
  "$current/deploy/roll.sh" "$@" || go_back "$?" "$@"
  echo "The release $release is in use."
}

switch() {
  ln -sfn "$1" "$current.new"
  mv -T "$current.new" "$current"
}

# Returns instances that run the new release, or do not run, to the release before.
go_back() {
  status=$1
  shift
  switch "$before"
  proxy=
  case $1 in *://*)
    proxy=$1
    shift
    ;;
  esac
  replaced=
  for port; do
    unit=major-degree-database@$port
    case $(systemctl show --value --property=ActiveState "$unit" || true) in
    active)
      pid=$(systemctl show --value --property=MainPID "$unit")
      [ "$(readlink "/proc/$pid/cwd")" = "$home/$before" ] || replaced="$replaced $port"
      ;;
    failed | activating) systemctl restart "$unit" || true ;;
    esac
  done
  # The ports are separate arguments.
  # shellcheck disable=SC2086
  [ -z "$replaced" ] || "$current/deploy/roll.sh" ${proxy:+"$proxy"} $replaced || true
  for port; do
    systemctl is-active --quiet "major-degree-database@$port" ||
      echo "major-degree-database@$port does not run: see journalctl -u major-degree-database@$port." >&2
  done
  refuse "The release $release could not be used: the release ${before#releases/} is in use again. The schema is not changed back." "$status"
}

[ -e "$source/.git" ] || refuse "$source is not a clone: run the script of the clone." 1
case "${1-} ${2-}" in *--help*)
  echo "$usage"
  exit
  ;;
esac
case ${1-} in
add | use) "$@" ;;
*) refuse "$usage" 2 ;;
esac
