#!/bin/sh
# A MongoDB-compatible server for the Mongo suites: FerretDB 1.24.2, built with Go into folder $1 unless it is there.
# Prints the path of the program. Start it with:
#   ferretdb --handler=sqlite --sqlite-url=file:/some/folder/ --listen-addr=127.0.0.1:27018 --telemetry=disable --debug-addr=- --state-dir=/some/folder
set -eu

version=v1.24.2
folder=${1:?usage: ferretdb.sh FOLDER}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
program=$folder/ferretdb-$version

if [ ! -x "$program" ]; then
  build=$(mktemp -d)
  trap 'chmod -R u+w "$build"; rm -rf "$build"' EXIT
  cd "$build"
  # `go install` gives a program that stops at its start: the released module lacks build/version/version.txt.
  # So the module is fetched, its version written, and the copy built.
  printf 'module fetch\n\ngo 1.22\n\nrequire github.com/FerretDB/FerretDB %s\n' "$version" >go.mod
  source=$(go mod download -json "github.com/FerretDB/FerretDB@$version" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')
  cp -R "$source" "$build/source"
  chmod -R u+w "$build/source"
  cd "$build/source"
  printf '%s\n' "$version" >build/version/version.txt
  CGO_ENABLED=0 go build -o "$program.new" ./cmd/ferretdb >&2
  # Renamed when whole: a build cut short must not be taken for the program.
  mv "$program.new" "$program"
fi
printf '%s\n' "$program"
