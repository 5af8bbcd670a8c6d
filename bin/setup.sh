#!/bin/sh
# Installs what npm cannot: the ffmpeg command line, which decodes recordings. Says what it does; does nothing when it is there.
set -eu

command -v ffmpeg >/dev/null 2>&1 && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "setup: ffmpeg is missing; install it with your package manager (macOS: brew install ffmpeg), then run this again" >&2
  exit 1
fi

if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1; then
  as_root="sudo"
else
  echo "setup: ffmpeg is missing and installing it needs root; run: apt-get install ffmpeg" >&2
  exit 1
fi

echo "setup: installing ffmpeg with apt-get"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -y -qq --no-install-recommends ffmpeg >/dev/null
ffmpeg -version | head -n 1
