import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync } from 'node:fs';
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
