#!/bin/sh
# Installs ffmpeg and Mesa where they are missing, and compiles the kernels, then runs a command that needs them; not for its `--help`.
# The preparation prints to stderr, so that stdout has the output of the command alone.
# usage: with-setup.sh COMMAND [ARGUMENT…]
set -eu
help=false
for argument in "$@"; do [ "$argument" != --help ] || help=true; done
$help || { sh bin/setup.sh && node bin/kernels.ts; } 1>&2
exec "$@"
