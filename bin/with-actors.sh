#!/bin/sh
# Bakes the actors that are missing, then runs a command that needs them. `--help` of the command needs none and bakes none.
# The preparation prints to stderr, so that stdout has the output of the command alone.
# usage: with-actors.sh COMMAND [ARGUMENT…]
set -eu
help=false
for argument in "$@"; do [ "$argument" != --help ] || help=true; done
$help || node bin/bake.ts 1>&2
exec "$@"
