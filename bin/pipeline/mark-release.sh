#!/bin/sh
# Tags the commit that is checked out as a release of a stage that works, so that a later one can go back to it.
set -eu
stage="${1:?Which stage?}"
number="${2:?Which number?}"
tag="deployed/$stage/$number"
git tag --force "$tag"
git push --force origin "refs/tags/$tag"
echo "$tag"
