import type { Settings } from '../../../lib/settings/index.ts';
import { type Machine, platformOf } from '../read/machine.ts';
import { change, type Finding, ready } from './finding.ts';

/**
 * Disk space needed for a first deployment, in GB: about 3 GB for the build stages of the image (compilers, Node.js packages, and Mesa),
 * and about 2 GB for bundles, actors, and the cloud assembly.
 */
const DISK = 5;
const GB = 1e9;

/** Debian packages that contain the programs needed to build ffmpeg. */
const PACKAGES: Readonly<Record<string, string>> = {
  'aarch64-linux-gnu-gcc': 'gcc-aarch64-linux-gnu',
  'x86_64-linux-gnu-gcc': 'gcc-x86-64-linux-gnu',
  xz: 'xz-utils',
};

const DOCKER = 'Docker';
const PLATFORMS = 'Docker platforms';
const FFMPEG = 'ffmpeg for the functions';

/** Returns true if ffmpeg can be compiled on this machine. The macOS compiler cannot produce Linux programs. */
const canCompile = ({ platform, missingTools }: Machine): boolean => platform === 'linux' && missingTools.length === 0;

/** Checks the machine that runs the deployment. */
export const judgeMachine = (machine: Machine, settings: Settings): Finding[] => [
  judgeDocker(machine),
  ...judgeBuildx(machine),
  ...judgePlatforms(machine, settings),
  judgeFfmpeg(machine, settings),
  judgeDisk(machine),
];

function judgeDocker({ docker, dockerFailure, platform }: Machine): Finding {
  if (dockerFailure !== undefined) {
    const advice = dockerFailure.includes('not installed')
      ? [
          'Install Docker: https://docs.docker.com/get-started/get-docker/',
          'Set CDK_DOCKER to a compatible program, such as podman or finch',
        ]
      : dockerFailure.includes('permission denied')
        ? ['Run: sudo usermod -aG docker "$USER"; then sign in again']
        : [platform === 'linux' ? 'Run: sudo systemctl start docker' : 'Start Docker Desktop'];
    return change(DOCKER, `${docker} builds the renderer's image. ${dockerFailure}`, ...advice);
  }
  return ready(DOCKER, `${docker} responds`);
}

/** Installing Docker usually installs buildx, too, so the plug-in is only missed next to an installed Docker. */
function judgeBuildx({ docker, dockerFailure, buildx }: Machine): Finding[] {
  if (docker !== 'docker' || buildx || dockerFailure?.includes('not installed')) return [];
  return [change(DOCKER, 'The plug-in buildx is missing', 'Install it: https://docs.docker.com/build/install-buildx/')];
}

function judgePlatforms({ platforms, platform }: Machine, { architecture, gpu }: Settings): Finding[] {
  if (!platforms) return [];
  // GPU instances have x86 processors.
  const needed = new Set([platformOf(architecture), ...(gpu ? [platformOf('x86_64')] : [])]);
  const missing = [...needed].filter((one) => !platforms.some((name) => name === one || name.startsWith(`${one}/`)));
  if (missing.length === 0) return [ready(PLATFORMS, `They include ${[...needed].join(' and ')}`)];
  const names = missing.map((one) => one.replace('linux/', '')).join(',');
  return [
    change(
      PLATFORMS,
      `This machine builds images for ${platforms.join(', ')}, but not for ${missing.join(' and ')}, so the build would fail with "exec format error"`,
      platform === 'linux'
        ? `Install QEMU: docker run --privileged --rm tonistiigi/binfmt --install ${names}`
        : 'Enable emulation in the settings of Docker Desktop',
      ...(gpu ? [] : [`Deploy with -c architecture=${architecture === 'arm64' ? 'x86_64, which costs more' : 'arm64'}`]),
    ),
  ];
}

function judgeFfmpeg(machine: Machine, { architecture }: Settings): Finding {
  const { ffmpeg, dockerFailure, missingTools, platform } = machine;
  if (ffmpeg) return ready(FFMPEG, `It is built for ${architecture}`);
  if (canCompile(machine)) return ready(FFMPEG, `The deployment will compile it for ${architecture}, which takes a few minutes`);
  if (dockerFailure === undefined) return ready(FFMPEG, `The deployment will compile it for ${architecture} in Docker`);
  const why = platform === 'linux' ? `${missingTools.join(', ')} missing` : 'compiling it requires Linux';
  const packages = missingTools.map((tool) => PACKAGES[tool] ?? tool).join(' ');
  return change(
    FFMPEG,
    `It is not built for ${architecture}, and can be compiled neither here (${why}) nor in Docker`,
    ...(platform === 'linux' ? [`Install the tools; on Debian and Ubuntu: sudo apt-get install ${packages}`] : []),
    'Install or start Docker, which then compiles it',
  );
}

function judgeDisk({ free }: Machine): Finding {
  const found = `${(free / GB).toFixed(1)} GB are free; a first deployment needs ${DISK} GB`;
  return free >= DISK * GB ? ready('Disk', found) : change('Disk', found, 'Free some space; docker system prune removes unused images');
}
