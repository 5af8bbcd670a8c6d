import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clip, solve } from '@talking-avatar/animation';
import { createTimeline, speakEvenly } from '@talking-avatar/animation/testing';
import { type ActorModel, readBakedActor } from '@talking-avatar/avatar';
import { type Gpu, openGpu } from '@talking-avatar/avatar/render';
import { agreement, apertureOf, bestLag, blackenMouth, lumaOf, share } from '@talking-avatar/avatar/testing';
import { renderSegment } from '@talking-avatar/avatar/video';
import type { SpeechTimeline } from '@talking-avatar/contract';
import { afterAll, describe, expect, it } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'avatar-moving-'));
const gpu = await openGpu().catch(() => undefined);
afterAll(async () => {
  gpu?.close();
  await rm(folder, { recursive: true, force: true });
});

const FPS = 30;
const GRAY = { red: 200, green: 200, blue: 200 };

const perform = (timeline: SpeechTimeline): Clip =>
  solve({
    timeline,
    loudness: speakEvenly(timeline),
    fps: FPS,
    seed: 'seed',
    emotion: { expression: 'neutral', level: 0 },
  });

/** Returns the luma of each frame in a square video, after encoding and decoding it. */
async function makeVideo(actor: ActorModel, clip: Clip, side: number): Promise<Uint8Array[]> {
  const file = join(folder, `${actor.id}.mp4`);
  await renderSegment(gpu as Gpu, {
    actor,
    clip,
    file,
    timeout: 240_000,
    view: { camera: 0, width: side, height: side, background: GRAY },
    segment: { index: 0, first: 0, end: clip.frames },
  });
  return lumaOf(file, side);
}

describe.skipIf(!gpu)('in the frames of a video', () => {
  it('the lips follow the curves, close on p, b, and m, and match the sound to the frame', async () => {
    const timeline = createTimeline([
      ['', 0.3] as const,
      ['m', 0.12] as const,
      ['ɑː', 0.25] as const,
      ['p', 0.12] as const,
      ['ɑː', 0.25] as const,
      ['b', 0.12] as const,
      ['æ', 0.25] as const,
      ['t', 0.1] as const,
      ['ɑː', 0.22] as const,
      ['m', 0.14] as const,
      ['', 0.3],
    ]);
    const clip = perform(timeline);
    const frames = await makeVideo(blackenMouth(await readBakedActor('chloe')), clip, 256);
    const open = frames.map((luma) => apertureOf(luma, 256));
    const widest = Math.max(...open);
    expect(widest).toBeGreaterThan(0.05);
    const jaw = [...clip.channels.get('jawOpen')!];
    expect(agreement(open, jaw, 0)).toBeGreaterThan(0.95);
    expect(bestLag(open, jaw)).toBe(0);
    const soundAt = (frame: number): string =>
      timeline.phones.find(({ start, end }) => start <= frame / FPS && frame / FPS < end)?.symbol ?? '';
    const voiced = frames.map((_, frame) => (/[ɑæ]/.test(soundAt(frame)) ? 1 : 0));
    expect(Math.abs(bestLag(open, voiced))).toBeLessThanOrEqual(1);
    for (const { symbol, start, end } of timeline.phones) {
      const during = open.slice(Math.ceil(start * FPS), Math.ceil(end * FPS));
      if (/[pbm]/.test(symbol)) expect(Math.min(...during)).toBeLessThan(0.01 * widest);
      if (/[ɑæ]/.test(symbol)) expect(Math.max(...during)).toBeGreaterThan(0.5 * widest);
    }
  });

  it.each(['amara', 'kavya'])('during silence, the background is still and the hair of %s does not flicker', async (id) => {
    const side = 480;
    const frames = await makeVideo(await readBakedActor(id), { ...perform(createTimeline([['', 2]])), frames: 16 }, side);
    const corner = { left: 0, right: 0.08, top: 0, bottom: 0.3 };
    const hair = { left: 0.3, right: 0.7, top: 0.02, bottom: 0.2 };
    const flickers: number[] = [];
    for (let k = 1; k < frames.length - 1; k++) {
      const [before, now, after] = [frames[k - 1]!, frames[k]!, frames[k + 1]!];
      expect(share(side, corner, (pixel) => Math.abs(now[pixel]! - before[pixel]!) > 1)).toBe(0);
      // A flickering pixel is brighter or darker for just one frame.
      const isFlicker = (pixel: number): boolean =>
        Math.min(Math.abs(now[pixel]! - before[pixel]!), Math.abs(now[pixel]! - after[pixel]!)) > 30 &&
        Math.abs(before[pixel]! - after[pixel]!) < 10;
      flickers.push(share(side, hair, isFlicker));
    }
    expect(Math.max(...flickers)).toBeLessThan(0.001);
  });
});
