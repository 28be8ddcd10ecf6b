#!/bin/sh
# An S3 server for the media store's suite: versitygw 1.8.0, built with Go into folder $1 unless it is there.
# Prints the path of the program.
set -eu

version=v1.8.0
folder=${1:?usage: versitygw.sh FOLDER}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
program=$folder/versitygw-$version

if [ ! -x "$program" ]; then
  build=$(mktemp -d)
  trap 'rm -rf "$build"' EXIT
  CGO_ENABLED=0 GOBIN=$build go install "github.com/versity/versitygw/cmd/versitygw@$version" >&2
  # Renamed when whole: a build cut short must not be taken for the program.
  mv "$build/versitygw" "$program.new"
  mv "$program.new" "$program"
fi
printf '%s\n' "$program"
