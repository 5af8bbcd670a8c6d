#!/bin/sh
# Builds the ffmpeg that the functions use: static, decoding only, without network and without formats that open other files.
#
#   sh layers/ffmpeg/build.sh [x86_64|aarch64] [ARCHIVE]
#
# Writes dist/layers/ffmpeg/bin/ffmpeg. ARCHIVE is the source where it is there already (Debian: `apt-get source --download-only
# ffmpeg` fetches the same file as ffmpeg_5.1.9.orig.tar.xz). Needs a C compiler, make, xz and curl; for another architecture than
# this machine's, also Debian's gcc-aarch64-linux-gnu or gcc-x86-64-linux-gnu.
set -eu

version=5.1.9
sha256=d9b593bb2ba93d4b50f74177e0cdcd41747e708596367deed0c30348a71dd176
source=https://ffmpeg.org/releases/ffmpeg-$version.tar.xz

machine=$(uname -m)
architecture=${1:-$machine}
archive=${2:-}
target=$(cd "$(dirname "$0")/../.." && pwd)/dist/layers/ffmpeg/bin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [ -z "$archive" ]; then
  archive=$folder/source.tar.xz
  curl --fail --silent --show-error --location --proto =https --max-time 600 --output "$archive" "$source"
fi
echo "$sha256  $archive" | sha256sum --check --quiet -
tar --extract --xz --file "$archive" --directory "$folder" --strip-components 1

cross=
if [ "$architecture" != "$machine" ]; then
  prefix=$architecture-linux-gnu-
  command -v "${prefix}gcc" >/dev/null || {
    echo "${prefix}gcc is not installed; install Debian's package gcc-$(echo "$architecture" | tr _ -)-linux-gnu" >&2
    exit 1
  }
  cross="--enable-cross-compile --cross-prefix=$prefix"
fi

# Hand-written assembler is not worth its build tools here: sound decodes hundreds of times faster than it plays without.
cd "$folder"
# shellcheck disable=SC2086 # $cross is a list of words
./configure --quiet $cross --arch="$architecture" --target-os=linux \
  --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug --disable-x86asm \
  --disable-ffplay --disable-ffprobe --disable-avdevice --disable-swscale --disable-postproc \
  --enable-small --extra-ldflags=-static --pkg-config-flags=--static \
  --enable-protocol=file,pipe \
  --enable-demuxer=wav,w64,mp3,aac,mov,ogg,flac,matroska,concat \
  --enable-decoder='pcm_*,adpcm_ima_wav,adpcm_ms,mp3float,aac,alac,vorbis,opus,flac' \
  --enable-parser=mpegaudio,aac,vorbis,opus,flac \
  --enable-encoder=pcm_s16le,aac --enable-muxer=pcm_s16le,wav,mp4 --enable-bsf=setts,h264_mp4toannexb \
  --enable-filter=aformat,anull,aresample,atrim --enable-swresample
make -j "$(getconf _NPROCESSORS_ONLN)" ffmpeg >/dev/null

mkdir -p "$target"
mv ffmpeg "$target/ffmpeg"
ls -l "$target/ffmpeg"
