#!/bin/sh
# Starts the renderer: the named program as an ECS task, or the Runtime API client on Lambda.
case "$1" in
  *.mjs) exec node "/var/task/$1" ;;
esac
exec node /var/task/node_modules/.bin/aws-lambda-ric "$@"
