#!/bin/sh
# Prints the tag of the last release of a stage that passed its smoke test, or nothing if there is none.
set -eu
stage="${1:?Missing stage}"
git tag --list "deployed/$stage/*" --sort=-version:refname | head -n 1
