#!/bin/sh
# Installs the dependencies that npm cannot, unless they are present: ffmpeg, which decodes recordings and encodes videos, and Mesa's Vulkan
# driver, which renders videos on the CPU. Without Vulkan, everything but video works. With --tests also Python, for the Python client's
# tests, and Chromium, for the studio's.
set -eu

# Dawn refuses earlier versions of the driver.
MIN_MESA=25

have_ffmpeg() { command -v ffmpeg >/dev/null 2>&1; }

# Major version of the installed package, or 0.
mesa_version() {
  version=$(dpkg-query -W -f '${Version}' mesa-vulkan-drivers 2>/dev/null || true)
  version=${version#*:}
  version=${version%%.*}
  case $version in '' | *[!0-9]*) echo 0 ;; *) echo "$version" ;; esac
}

# Without dpkg the version is unknown, so any Vulkan driver counts.
have_vulkan() {
  case $(uname -s) in
    Linux) ;;
    *) return 0 ;;
  esac
  if command -v dpkg-query >/dev/null 2>&1; then
    [ "$(mesa_version)" -ge "$MIN_MESA" ] || ls /usr/share/vulkan/icd.d/nvidia* /etc/vulkan/icd.d/* >/dev/null 2>&1
  else
    ls /usr/share/vulkan/icd.d/*.json /etc/vulkan/icd.d/*.json >/dev/null 2>&1
  fi
}

have_python() { [ "${1:-}" != --tests ] || command -v python3 >/dev/null 2>&1; }

# Chromium has another name on macOS; the studio's tests find it through CHROMIUM.
have_chromium() { [ "${1:-}" != --tests ] || [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null 2>&1; }

have_ffmpeg && have_vulkan && have_python "$@" && have_chromium "$@" && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  have_vulkan || echo "setup: no Vulkan driver found: video jobs will fail; install Mesa's with your package manager" >&2
  have_ffmpeg && exit 0
  echo "setup: ffmpeg is missing; install it with your package manager (macOS: brew install ffmpeg), then run this again" >&2
  exit 1
fi

if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1; then
  as_root="sudo"
elif have_ffmpeg; then
  echo "setup: installing Mesa needs root; without mesa-vulkan-drivers $MIN_MESA or later, video jobs will fail" >&2
  exit 0
else
  echo "setup: ffmpeg is missing and installing it needs root; run: apt-get install ffmpeg" >&2
  exit 1
fi

apt_install() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }

# Debian 12 has a newer Mesa in its backports; use the mirror of the other packages.
add_backports() {
  [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = bookworm ] || return 1
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    sed -n -e 's/^deb  *\(\[[^]]*\]  *\)\{0,1\}\([^ ]*\)  *bookworm .*/\2/p' -e 's/^URIs: *\([^ ]*\).*/\1/p' |
    grep -v security | head -n 1)
  [ -n "$mirror" ] || return 1
  echo "setup: adding bookworm-backports from $mirror to the apt sources"
  echo "deb $mirror bookworm-backports main" | $as_root tee /etc/apt/sources.list.d/avatar-backports.list >/dev/null
  $as_root apt-get update -qq
}

install_mesa() {
  candidate=$(apt-cache policy mesa-vulkan-drivers | sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9]*\)\..*/\2/p')
  if [ "${candidate:-0}" -ge "$MIN_MESA" ]; then
    apt_install libvulkan1 mesa-vulkan-drivers
  else
    { apt-cache policy | grep -q bookworm-backports || add_backports; } &&
      apt_install -t bookworm-backports libvulkan1 mesa-vulkan-drivers
  fi
}

$as_root apt-get update -qq

if ! have_ffmpeg; then
  echo "setup: installing ffmpeg with apt-get"
  apt_install ffmpeg
  ffmpeg -version | head -n 1
fi

if ! have_python "$@"; then
  echo "setup: installing python3 with apt-get"
  apt_install python3
fi

if ! have_chromium "$@"; then
  echo "setup: installing chromium with apt-get"
  apt_install chromium
fi

if ! have_vulkan; then
  echo "setup: installing Mesa's Vulkan driver (libvulkan1, mesa-vulkan-drivers) with apt-get"
  if install_mesa && [ "$(mesa_version)" -ge "$MIN_MESA" ]; then
    echo "setup: Mesa $(mesa_version) is installed; video jobs will work"
  else
    echo "setup: could not install Mesa $MIN_MESA or later: video jobs will fail, everything else works" >&2
  fi
fi
