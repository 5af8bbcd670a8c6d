import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LIMITS } from '@talking-avatar/contract';
import { createEmbeddedEngine, encodeWav } from '../src/index.ts';

const run = promisify(execFile);

/** Frequency of a tone above the range used for alignment, in Hz, and its amplitude. */
export const WHISTLE = 12_000;
export const WHISTLE_LEVEL = 0.02;

/** Time limit for encoding half an hour of audio on a busy machine, in ms. */
const TIME_LIMIT = 300_000;

/** An ffmpeg filter for a studio recording: stereo at 48 kHz, with the voice in the center and a whistle on the left. */
const STUDIO =
  `aresample=48000,pan=stereo|c0=c0|c1=c0[voice];` +
  `aevalsrc=exprs=${WHISTLE_LEVEL}*sin(2*PI*${WHISTLE}*t)|0:s=48000[whistle];` +
  `[voice][whistle]amix=inputs=2:duration=first:normalize=0`;

/**
 * Makes a studio recording of a text with one of the voices of the embedded engine.
 *
 * @param form output arguments for ffmpeg, for example `-c:a pcm_s24le -f wav`
 */
export async function record(text: string, form: readonly string[], speed = 0.9): Promise<Buffer> {
  const maxSeconds = LIMITS.recordingSeconds;
  const { audio } = await createEmbeddedEngine().speak({ text, language: 'en-GB', sex: 'male', speed, maxSeconds });
  const folder = await mkdtemp(join(tmpdir(), 'record-'));
  try {
    const [voice, file] = [join(folder, 'voice.wav'), join(folder, 'recording')];
    await writeFile(voice, encodeWav(audio));
    const graph = ['-filter_complex', `[0:a]${STUDIO}`];
    await run('ffmpeg', ['-nostdin', '-v', 'error', '-i', voice, ...graph, ...form, file], { timeout: TIME_LIMIT });
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the amplitude of a frequency in audio (Goertzel algorithm). */
export function levelAt(samples: Float32Array, sampleRate: number, hertz: number): number {
  let [real, imaginary] = [0, 0];
  for (const [n, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * n) / sampleRate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}
