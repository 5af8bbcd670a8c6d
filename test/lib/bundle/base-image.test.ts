import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { FLAGS } from '../../../lib/app.ts';
import { pinBaseImage, readBaseImage } from '../../../lib/bundle/index.ts';
import { VideoTasks } from '../../../lib/pipeline/video-tasks/index.ts';
import { temporaryFolder, writeFiles } from '../fixture.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DOCKERFILE = join(ROOT, 'functions', 'steps', 'render', 'image', 'Dockerfile');
const DIGEST = `sha256:${'0a'.repeat(32)}`;
const OTHER = `sha256:${'0b'.repeat(32)}`;

describe("the renderer's image", () => {
  it('uses one base image, pinned by a digest, in all its stages', () => {
    const from = [...readFileSync(DOCKERFILE, 'utf8').matchAll(/^FROM (\S+)( AS (\S+))?$/gm)];
    const stages = from.map(([, , , name]) => name);
    for (const [, base = ''] of from) expect(['$' + '{BASE_IMAGE}', ...stages]).toContain(base);
    const { name, digest } = readBaseImage(DOCKERFILE)!;
    expect(digest).toMatch(/^sha256:/);
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(name).toBe(`node:${dependencies.node}-trixie-slim`);
  });

  it('warns if a deployed stage does not pin its base image', () => {
    const warnings = (stage: string, dockerfile: string) => {
      const image = temporaryFolder();
      writeFiles(image, { Dockerfile: dockerfile });
      const tasks = new VideoTasks(new Stack(new App({ context: FLAGS }), 'Test'), 'VideoTasks', {
        image,
        settings: { stage, protect: false },
      });
      return tasks.node.metadata.filter(({ type, data }) => type === 'aws:cdk:warning' && /pin:images/.test(data));
    };
    expect(warnings('prod', 'ARG BASE_IMAGE=node:24-slim\n')).toHaveLength(1);
    expect(warnings('local', 'ARG BASE_IMAGE=node:24-slim\n')).toEqual([]);
    expect(warnings('prod', `ARG BASE_IMAGE=node:24-slim@${DIGEST}\n`)).toEqual([]);
  });
});

describe('pinning', () => {
  it('writes the digest after the tag, replacing an older one', () => {
    const pinned = pinBaseImage('# x\nARG BASE_IMAGE=node:24-slim\nFROM a\n', DIGEST);
    expect(pinned).toBe(`# x\nARG BASE_IMAGE=node:24-slim@${DIGEST}\nFROM a\n`);
    expect(pinBaseImage(pinned, OTHER)).toContain(`slim@${OTHER}\n`);
  });

  it('rejects an invalid digest and a file without a base image', () => {
    expect(() => pinBaseImage('ARG BASE_IMAGE=node:24-slim\n', 'latest')).toThrow('The digest must be');
    expect(() => pinBaseImage('FROM node:24-slim\n', DIGEST)).toThrow('must have the line');
  });

  it('reports an unreachable registry', async () => {
    const failed = promisify(execFile)(process.execPath, [join(ROOT, 'bin', 'pin-images.ts')], {
      env: { PATH: temporaryFolder() },
      timeout: 240_000,
    });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Could not look up the digest of .* with "docker buildx imagetools inspect"/),
    });
  });
});
