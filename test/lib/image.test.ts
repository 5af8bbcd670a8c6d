import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IMAGE_PACKAGES, readBaseImage } from '../../lib/bundle/index.ts';

const ROOT = join(import.meta.dirname, '..', '..');

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; dependencies?: Record<string, string> }>;
}

const readLock = (folder: string) => JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')) as Lock;

it("installs ONNX Runtime and the renderer's Runtime API client in the image with neural voices", () => {
  const { packages } = readLock('functions/steps/synthesize/image');
  const renderer = readLock('functions/steps/render/image').packages['']?.dependencies?.['aws-lambda-ric'];
  expect(packages['']?.dependencies).toEqual({ 'aws-lambda-ric': renderer, 'onnxruntime-node': expect.any(String) });
  for (const [path, { integrity }] of Object.entries(packages)) if (path !== '') expect(integrity, path).toMatch(/^sha512-/);
});

it('uses the same base image for both images', () => {
  const [render, synthesize] = ['render', 'synthesize'].map((name) =>
    readBaseImage(join(ROOT, 'functions', 'steps', name, 'image', 'Dockerfile')),
  );
  expect(synthesize).toEqual(render);
});

it('installs the same package versions that everything else is tested with, each pinned by a hash', () => {
  const own = readLock('.').packages;
  const { packages } = readLock('functions/steps/render/image');
  for (const name of IMAGE_PACKAGES) {
    const { version } = own[`node_modules/${name}`] ?? {};
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
    expect(packages['']?.dependencies?.[name]).toBe(version);
  }
  for (const [path, { integrity }] of Object.entries(packages)) if (path !== '') expect(integrity, path).toMatch(/^sha512-/);
});
