#!/bin/sh
# Starts the client of the Runtime API. On Lambda only /tmp can be written, and Mesa leaves a cache alone that it cannot write.
[ -d /tmp/mesa ] || cp -R /var/cache/mesa /tmp/mesa
exec node /var/task/node_modules/.bin/aws-lambda-ric "$@"
