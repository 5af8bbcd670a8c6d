import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copySystemFfmpeg, findFfmpegLayer } from '../../../lib/bundle/index.ts';
import { temporaryFolder, writeFiles } from '../fixture.ts';

describe('findFfmpegLayer', () => {
  const placesIn = (folder: string) => ({ built: join(folder, 'built'), system: join(folder, 'system'), local: false });

  it('uses the layer built for the architecture', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'built/arm64/bin/ffmpeg': '', 'built/x86_64/bin/ffmpeg': '' });
    for (const architecture of ['arm64', 'x86_64'] as const)
      expect(findFfmpegLayer({ ...placesIn(folder), architecture })).toBe(join(folder, 'built', architecture));
  });

  it("names the command to run if a deployed stage's layer is missing", () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'built/arm64/bin/ffmpeg': '' });
    const find = () => findFfmpegLayer({ ...placesIn(folder), architecture: 'x86_64' });
    expect(find).toThrow('run "npm run build:ffmpeg -- x86_64" first');
  });
});

describe("this machine's ffmpeg", () => {
  it('runs from the layer with its arguments', () => {
    const folder = temporaryFolder();
    const installed = join(folder, "somebody's programs");
    writeFiles(installed, { ffmpeg: '#!/bin/sh\necho "$0: $@"\n' });
    chmodSync(join(installed, 'ffmpeg'), 0o755);
    copySystemFfmpeg(join(folder, 'layer'), `/nowhere:${installed}`);
    const said = execFileSync(join(folder, 'layer', 'bin', 'ffmpeg'), ['-i', 'a b'], { encoding: 'utf8' });
    expect(said).toBe(`${installed}/ffmpeg: -i a b\n`);
  });

  it('is not rewritten if nothing has changed, so that another service can link it', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'programs/ffmpeg': '' });
    chmodSync(join(folder, 'programs', 'ffmpeg'), 0o755);
    const copy = (): number => {
      copySystemFfmpeg(join(folder, 'layer'), join(folder, 'programs'));
      return statSync(join(folder, 'layer', 'bin', 'ffmpeg')).ino;
    };
    expect(copy()).toBe(copy());
  });

  it('is removed from the layer if it is not installed', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'layer/bin/ffmpeg': 'old' });
    copySystemFfmpeg(join(folder, 'layer'), '/nowhere:');
    expect(readdirSync(join(folder, 'layer', 'bin'))).toEqual([]);
  });
});

describe("the functions' ffmpeg", () => {
  /** Runs layers/ffmpeg/build.sh in a copy of the project, on a simulated machine. */
  function build(system: string, machine: string, programs: Readonly<Record<string, string>>) {
    const folder = temporaryFolder();
    const bin = join(folder, 'bin');
    for (const path of ['layers/ffmpeg', 'functions/steps/render/image/Dockerfile']) cpSync(path, join(folder, path), { recursive: true });
    const all = { uname: `[ "$1" = -s ] && echo ${system} || echo ${machine}`, ...programs };
    writeFiles(bin, Object.fromEntries(Object.entries(all).map(([name, text]) => [name, `#!/bin/sh\n${text}\n`])));
    for (const name of Object.keys(all)) chmodSync(join(bin, name), 0o755);
    for (const name of ['sh', 'sed', 'dirname', 'mktemp', 'rm', 'ls', 'mkdir']) symlinkSync(`/bin/${name}`, join(bin, name));
    const { status, stdout, stderr } = spawnSync('/bin/sh', [join(folder, 'layers/ffmpeg/build.sh'), 'arm64'], {
      env: { PATH: bin },
      encoding: 'utf8',
    });
    return { status, text: `${stdout}${stderr}`.replaceAll(folder, '.') };
  }

  /** A fake docker that records its arguments and writes the program, as a build would. */
  const docker = `echo "docker $*"; for last; do :; done; layer=\${last%/layers/ffmpeg}/dist/layers/ffmpeg/arm64/bin; mkdir -p "$layer"; echo > "$layer/ffmpeg"`;
  const compilers = { gcc: '', make: '', xz: '', curl: 'exit 22' };

  it.each([
    ['on a Mac, whose compiler cannot produce it', 'Darwin', 'arm64', { ...compilers, docker }],
    ['without a cross compiler', 'Linux', 'x86_64', { ...compilers, docker }],
  ])('is compiled in Docker %s', (_, system, machine, programs) => {
    const { status, text } = build(system, machine, programs);
    expect(text).toMatch(
      /docker build --build-arg BASE_IMAGE=node:\S+@sha256:\w{64} --build-arg ARCHITECTURE=arm64 --output type=local,dest=\.\/dist\/layers\/ffmpeg\/arm64 \.\/layers\/ffmpeg/,
    );
    expect(status).toBe(0);
  });

  it('is compiled without Docker if a compiler is installed', () => {
    const { status, text } = build('Linux', 'aarch64', { ...compilers, docker });
    expect(text).not.toContain('docker');
    // This is where the download fails.
    expect(status).toBe(22);
  });

  it('names what is missing before anything is downloaded', () => {
    const { status, text } = build('Linux', 'x86_64', compilers);
    expect(text).toBe('ffmpeg for arm64 needs Linux with aarch64-linux-gnu-gcc, make, xz, and curl, or Docker\n');
    expect(status).toBe(1);
  });
});
