import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { agreement, apertureOf, bestLag, lumaOf } from '@talking-avatar/avatar/testing';
import { decodeAudio } from '@talking-avatar/speech';
import { download, type Service, statusOf, submit } from '../../bin/demo/client.ts';
import { startService } from '../../test/e2e/service.ts';
import type { Figure, Section } from '../report.ts';

const FPS = 30;
const SIDE = 128;

/** About ten minutes of speech. */
const SENTENCE = 'My papa bought a map of the bay, and Bob made a big pot of jam for a happy mob of farmers. ';
const CHARACTERS = 9_990;

/** How much of each end of the video to compare, in s. */
const WINDOW = 60;

const SAMPLE_RATE = 48_000;

/** Polling interval, in ms. */
const POLL = 500;

/** Checks that lip sync in a ten-minute video is as good at the end as at the beginning. */
export async function measureDrift(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'avatar-drift-'));
  const service = await startService();
  try {
    const client = await service.as('drift');
    const output = { type: 'video', width: SIDE, height: SIDE, fps: FPS };
    const text = SENTENCE.repeat(200).slice(0, CHARACTERS);
    const job = { target_rig: 'metahuman', text, language: 'en-US', actor: 'chloe', camera: 0, output };
    const began = performance.now();
    const video = await videoOf(client, await submit(client, job));
    const took = (performance.now() - began) / 1000;
    const file = join(folder, 'video.mp4');
    await writeFile(file, video);
    return {
      title: 'A video of ten minutes',
      figures: [{ name: 'made in', value: took, unit: 's' }, ...(await judge(file, video))],
    };
  } finally {
    await service.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function videoOf(client: Service, id: string): Promise<Uint8Array> {
  for (;;) {
    const { status, error } = await statusOf(client, id);
    if (status === 'succeeded') return download(client, id);
    if (status !== 'queued' && status !== 'running')
      throw new Error(`The video job ${status === 'cancelled' ? 'was cancelled' : status}: ${error?.message}`);
    await pause(POLL);
  }
}

async function judge(file: string, video: Uint8Array): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file]);
  const [picture, audio] = (JSON.parse(stdout) as { streams: Record<string, string>[] }).streams;
  const [frames, seconds] = [Number(picture?.nb_frames), Number(picture?.duration)];
  const loudness = loudnessOf(await decodeAudio(video, { sampleRate: SAMPLE_RATE }));
  const end = Math.floor(seconds) - WINDOW;
  const ends = [await compare(file, loudness, 0), await compare(file, loudness, end)] as const;
  return [
    { name: 'frames', value: frames, unit: '' },
    { name: 'picture', value: seconds, unit: 's' },
    {
      name: 'frames more than the picture has time for',
      value: Math.abs(frames - seconds * FPS),
      unit: '',
      bar: '<= 0.1',
    },
    {
      name: 'picture and sound end apart',
      value: Math.abs(seconds - Number(audio?.duration)) * FPS,
      unit: 'frames',
      bar: '<= 1',
    },
    ...(['first', 'last'] as const).flatMap((which, k): Figure[] => [
      { name: `${which} minute, lips after the sound`, value: ends[k]!.lag, unit: 'frames' },
      { name: `${which} minute, lips and loudness agree`, value: ends[k]!.agreement, unit: '', bar: '>= 0.25' },
    ]),
    { name: 'drift of lips and sound', value: Math.abs(ends[1].lag - ends[0].lag), unit: 'frames', bar: '<= 1' },
  ];
}

/** Returns the loudness of the sound in each frame, 0..1. */
function loudnessOf({ samples }: { samples: Float32Array }): number[] {
  const length = SAMPLE_RATE / FPS;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, frame) => {
    let sum = 0;
    for (let k = frame * length; k < (frame + 1) * length; k++) sum += samples[k]! ** 2;
    return Math.sqrt(sum / length);
  });
}

/** Measures how many frames the lips lag behind the sound in one minute of the video, using both tracks of the file. */
async function compare(file: string, loudness: readonly number[], from: number): Promise<{ lag: number; agreement: number }> {
  const open = (await lumaOf(file, SIDE, { from, seconds: WINDOW })).map((luma) => apertureOf(luma, SIDE));
  const heard = loudness.slice(from * FPS, (from + WINDOW) * FPS);
  const lag = bestLag(open, heard, 6);
  return { lag, agreement: agreement(open, heard, lag) };
}
