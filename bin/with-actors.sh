#!/bin/sh
# Bakes missing actors, then runs a command that needs them; only runs the command if it has `--help`.
# Baking prints to stderr, so stdout has only the command's output.
# usage: with-actors.sh COMMAND [ARGUMENT…]
set -eu
help=false
for argument in "$@"; do [ "$argument" != --help ] || help=true; done
$help || node bin/bake.ts 1>&2
exec "$@"
