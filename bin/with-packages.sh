#!/bin/sh
# Runs a command that needs the development packages, or explains how to install them.
# usage: with-packages.sh COMMAND [ARGUMENT…]
set -eu
[ -d node_modules/aws-cdk ] || {
  echo 'The development packages are not installed; run: npm ci (without --omit=dev)' >&2
  exit 1
}
exec "$@"
