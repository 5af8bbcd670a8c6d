#!/bin/sh
# Installs ffmpeg and Mesa if they are missing, compiles the kernels, then runs a command; only runs the command if it has `--help`.
# The setup prints to stderr, so stdout has only the command's output.
# usage: with-setup.sh COMMAND [ARGUMENT…]
set -eu
help=false
for argument in "$@"; do [ "$argument" != --help ] || help=true; done
$help || { sh bin/setup.sh && node bin/kernels.ts; } 1>&2
exec "$@"
