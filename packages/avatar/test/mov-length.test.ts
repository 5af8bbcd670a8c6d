import { DEFAULT_IDENTIFIERS, openApiDocument } from '@talking-avatar/contract';
import { expect, it } from 'vitest';
import { planVideo } from '../src/video/index.ts';

const DESCRIPTION = JSON.stringify(openApiDocument(DEFAULT_IDENTIFIERS));
const POOL = { concurrency: 1, framesPerSecond: 40 };

it.each([
  [1280, 720],
  [1920, 1080],
])('allows a MOV of %i × %i to be as long as the contract states', (width, height) => {
  const [, seconds] = new RegExp(`(\\d+) s at ${width} × ${height}`).exec(DESCRIPTION) ?? [];
  const plan = (length: number) =>
    planVideo(length * 30, { width, height, fps: 30, format: 'mov' }, { functions: POOL, tasks: POOL, taskAfter: 3600 });
  expect(() => plan(Number(seconds))).not.toThrow();
  expect(() => plan(Number(seconds) + 1)).toThrow(`may be up to ${seconds} s long`);
});
