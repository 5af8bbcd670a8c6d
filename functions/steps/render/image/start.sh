#!/bin/sh
# Starts what draws: as a task of ECS the program that is named, on Lambda the client of the Runtime API. There only /tmp can be
# written, and Mesa leaves a cache alone that it cannot write.
[ -d /tmp/mesa ] || cp -R /var/cache/mesa /tmp/mesa
case "$1" in
  *.mjs) exec node "/var/task/$1" ;;
esac
exec node /var/task/node_modules/.bin/aws-lambda-ric "$@"
