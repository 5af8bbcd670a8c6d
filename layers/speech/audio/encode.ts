import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '../../media/ffmpeg.ts';
import type { Audio } from '../speech.ts';
import { mixChannels } from './channels.ts';
import { limitPeaks } from './limiter.ts';
import { measureLoudness } from './loudness.ts';
import { encodeWav } from './wav.ts';

/** Hz of the sound of films. */
export const FILM_RATE = 48_000;

/** LUFS of speech on the web: between R 128's -23 of broadcasting and the -14 of the large platforms. */
const LOUDNESS = -16;

/** dBTP that the finished sound keeps below, and what encoding is first expected to add to its peaks, dB. */
const CEILING = -1;
const HEADROOM = 1;

/** Decibels that peaks are lowered by at most; a sound with higher ones stays more quiet. */
const MOST_LIMITING = 8;

/** Times that the level is measured and mended: limiting takes some loudness, encoding adds to peaks. */
const ROUNDS = 3;

/** What is near enough, LU. */
const TOLERANCE = 0.1;

/** Bits a second: speech in mono is transparent at it. */
const BITRATE = 96_000;

/** Milliseconds and bytes of address space for the longest recording, ten times over. */
const LIMITS = { time: 120_000, memory: 1_500_000_000 };

export interface EncodedSound {
  /** An MP4 file (m4a) with one AAC-LC track, mono at 48 kHz; its edit list leaves out what the encoder puts before the first sample. */
  bytes: Uint8Array;
  /** What the whole sound was multiplied with, dB. */
  gain: number;
}

/**
 * Encodes the sound of a film: to -16 LUFS with one gain over the whole, so that nothing pumps, and peaks kept below -1 dBTP as
 * they come out of the decoder. A silent sound stays as it is.
 *
 * @throws Error when ffmpeg is missing, fails or takes too long
 */
export async function encodeAac(audio: Audio): Promise<EncodedSound> {
  let headroom = HEADROOM;
  for (let round = 1; ; round++) {
    const { sound, gain } = level(audio, CEILING - headroom);
    const bytes = await encode(sound);
    const excess = await measureExcess(bytes);
    if (excess <= 0 || round === ROUNDS) return { bytes, gain };
    headroom += excess + TOLERANCE;
  }
}

/** Brings a sound to the loudness, its peaks below so many dBTP. */
function level(audio: Audio, ceiling: number): { sound: Audio; gain: number } {
  const { integrated, truePeak } = measureLoudness(audio);
  if (!Number.isFinite(integrated)) return { sound: audio, gain: 0 };
  const most = ceiling + MOST_LIMITING - truePeak;
  let gain = Math.min(LOUDNESS - integrated, most);
  for (let round = 1; ; round++) {
    const factor = 10 ** (gain / 20);
    const louder = { ...audio, samples: audio.samples.map((sample) => sample * factor) };
    const sound = limitPeaks(louder, 10 ** (ceiling / 20));
    const lack = Math.min(LOUDNESS - measureLoudness(sound).integrated, most - gain);
    if (lack < TOLERANCE || round === ROUNDS) return { sound, gain };
    gain += lack;
  }
}

/** How far the peaks of an encoded sound are above what they may be, dB. */
async function measureExcess(bytes: Uint8Array): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sound-'));
  try {
    const file = join(folder, 'sound.m4a');
    await writeFile(file, bytes);
    const read = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov', '-i', file];
    const { output } = await runFfmpeg([...read, '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'], LIMITS);
    return measureLoudness({ samples: mixChannels(output, 1), sampleRate: FILM_RATE }).truePeak - CEILING;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function encode(sound: Audio): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'sound-'));
  try {
    const [source, target] = [join(folder, 'sound.wav'), join(folder, 'sound.m4a')];
    await writeFile(source, encodeWav(sound));
    const read = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'wav', '-i', source];
    const write = ['-ac', '1', '-ar', `${FILM_RATE}`, '-c:a', 'aac', '-b:a', `${BITRATE}`];
    // The same sound gives the same bytes: no version of the encoder and no time in the file.
    const plain = ['-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
    const form = ['-movflags', '+faststart', '-f', 'mp4'];
    const { code, signal, complaint } = await runFfmpeg([...read, ...write, ...plain, ...form, target], LIMITS);
    if (code !== 0) throw new Error(`ffmpeg could not encode a sound (${signal ?? code}): ${complaint}`);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
