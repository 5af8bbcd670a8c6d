#!/bin/sh
# Bakes the actors that are missing, then runs a command that needs them. `--help` of the command needs none and bakes none.
# With --setup, ffmpeg and Mesa are installed first, where they are missing. The preparation prints to stderr, so that stdout has the
# output of the command alone.
# usage: with-actors.sh [--setup] COMMAND [ARGUMENT…]
set -eu
setup=false
if [ "$1" = --setup ]; then setup=true && shift; fi
help=false
for argument in "$@"; do [ "$argument" != --help ] || help=true; done
if ! $help; then
  ! $setup || sh bin/setup.sh 1>&2
  node bin/bake.ts 1>&2
fi
exec "$@"
