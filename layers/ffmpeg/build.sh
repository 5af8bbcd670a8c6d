#!/bin/sh
# Builds the functions' ffmpeg: static, without networking and without formats that open other files.
#
#   sh layers/ffmpeg/build.sh [arm64|x86_64|all] [ARCHIVE]
#
# Writes dist/layers/ffmpeg/ARCHITECTURE/bin/ffmpeg for one architecture (default arm64) or both. ARCHIVE is the source, if you already
# have it (Debian: `apt-get source --download-only ffmpeg` fetches the same file as ffmpeg_5.1.9.orig.tar.xz). Needs Linux with a C compiler,
# make, xz and curl; to cross-compile, Debian's gcc-aarch64-linux-gnu or gcc-x86-64-linux-gnu. Otherwise it compiles in Docker.
set -eu

version=5.1.9
sha256=d9b593bb2ba93d4b50f74177e0cdcd41747e708596367deed0c30348a71dd176
source=https://ffmpeg.org/releases/ffmpeg-$version.tar.xz

case ${1:-arm64} in
  arm64 | x86_64) architectures=${1:-arm64} ;;
  all) architectures='arm64 x86_64' ;;
  *)
    echo "architecture: expected arm64, x86_64 or all, got \"$1\"" >&2
    exit 2
    ;;
esac
archive=${2:-}
# Audio decoders, as in packages/speech/src/audio/decode.ts.
decoders=pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be
decoders=$decoders,pcm_alaw,pcm_mulaw,adpcm_ima_wav,adpcm_ms,mp3float,aac,alac,vorbis,opus,flac
layers=$(cd "$(dirname "$0")/../.." && pwd)/dist/layers/ffmpeg
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The processor's name for compilers and ffmpeg's configure, also from macOS's name, arm64.
gnu_name() {
  case $1 in
    arm64) echo aarch64 ;;
    *) echo "$1" ;;
  esac
}

machine=$(gnu_name "$(uname -m)")

# Prefix of the compiler's tools for a processor; empty for this machine's.
cross_prefix() {
  [ "$1" = "$machine" ] || echo "$1-linux-gnu-"
}

# A Mac's compiler cannot produce Linux programs.
can_compile() {
  [ "$(uname -s)" = Linux ] || return 1
  for tool in "$(cross_prefix "$(gnu_name "$1")")gcc" make xz curl; do command -v "$tool" >/dev/null || return 1; done
}

docker=${CDK_DOCKER:-docker}

# Compiles on the build machine's own platform, so it does not need emulation.
build_in_docker() {
  here=$(cd "$(dirname "$0")" && pwd)
  base=$(sed -n 's/^ARG BASE_IMAGE=//p' "$here/../../functions/steps/render/image/Dockerfile")
  "$docker" build --build-arg "BASE_IMAGE=$base" --build-arg "ARCHITECTURE=$1" --output "type=local,dest=$layers/$1" "$here"
  ls -l "$layers/$1/bin/ffmpeg"
}

# Decide before downloading anything.
local_builds=
for architecture in $architectures; do
  if can_compile "$architecture"; then
    local_builds="$local_builds $architecture"
  elif command -v "$docker" >/dev/null; then
    echo "No compiler for Linux on $architecture here; building ffmpeg in $docker"
    build_in_docker "$architecture"
  else
    echo "ffmpeg for $architecture needs Linux with $(cross_prefix "$(gnu_name "$architecture")")gcc, make, xz, and curl, or Docker" >&2
    exit 1
  fi
done
[ -n "$local_builds" ] || exit 0

if [ -z "$archive" ]; then
  archive=$folder/source.tar.xz
  curl --fail --silent --show-error --location --proto =https --max-time 600 --output "$archive" "$source"
fi
echo "$sha256  $archive" | sha256sum --check --quiet -
mkdir "$folder/source"
tar --extract --xz --file "$archive" --directory "$folder/source" --strip-components 1

build() {
  processor=$(gnu_name "$1")
  prefix=$(cross_prefix "$processor")
  mkdir "$folder/$1"
  cd "$folder/$1"
  # Without assembly code: audio decodes hundreds of times faster than real time anyway.
  "$folder/source/configure" --quiet ${prefix:+--enable-cross-compile "--cross-prefix=$prefix"} --arch="$processor" --target-os=linux \
    --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug --disable-x86asm \
    --disable-ffplay --disable-ffprobe --disable-avdevice --disable-swscale --disable-postproc \
    --enable-small --extra-ldflags=-static --pkg-config-flags=--static \
    --enable-protocol=file,pipe \
    --enable-demuxer=wav,w64,mp3,aac,mov,ogg,flac,matroska,concat \
    --enable-decoder="$decoders" \
    --enable-parser=mpegaudio,aac,vorbis,opus,flac \
    --enable-encoder=pcm_s16le,aac,opus --enable-muxer=pcm_s16le,wav,mp4,mov,webm \
    --enable-bsf=setts,h264_mp4toannexb,vp9_superframe \
    --enable-filter=aformat,anull,aresample,atrim --enable-swresample
  make -j "$(getconf _NPROCESSORS_ONLN)" ffmpeg >/dev/null
  mkdir -p "$layers/$1/bin"
  mv ffmpeg "$layers/$1/bin/ffmpeg"
  ls -l "$layers/$1/bin/ffmpeg"
}

for architecture in $local_builds; do
  build "$architecture"
done
