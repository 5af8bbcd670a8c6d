#!/bin/sh
# Tags the current commit as a working release of a stage, for later rollbacks.
set -eu
stage="${1:?Missing stage}"
number="${2:?Missing number}"
tag="deployed/$stage/$number"
git tag --force "$tag"
git push --force origin "refs/tags/$tag"
echo "$tag"
