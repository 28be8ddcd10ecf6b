#!/bin/sh
# Runs a command with a real EventStoreDB 23.10 (in a container of its own, removed afterwards) named by EVENT_STORE_URL:
#   scripts/ci/eventstoredb.sh npx vitest run --project unit stores/event-store/eventstoredb/store.spec.ts
#   scripts/ci/eventstoredb.sh npm run bench -- --only eventstoredb
set -eu

image=eventstore/eventstore:23.10.6-bookworm-slim
[ $# -gt 0 ] || { echo "usage: eventstoredb.sh COMMAND …" >&2; exit 2; }

container=$(docker run --detach --rm --publish 127.0.0.1::2113 \
  --env EVENTSTORE_CLUSTER_SIZE=1 --env EVENTSTORE_INSECURE=true --env EVENTSTORE_RUN_PROJECTIONS=None "$image")
trap 'docker rm --force "$container" >/dev/null' EXIT
trap 'exit 130' INT TERM
address=$(docker port "$container" 2113/tcp | head -n 1)

waited=0
until curl --fail --silent --max-time 2 "http://$address/health/live"; do
  waited=$((waited + 1))
  [ "$waited" -lt 60 ] || { docker logs "$container" >&2; echo "EventStoreDB did not start" >&2; exit 1; }
  sleep 1
done
EVENT_STORE_URL="esdb://$address?tls=false" "$@"
