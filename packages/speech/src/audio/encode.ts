import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VideoFormatName } from '@talking-avatar/contract';
import type { Audio } from '../speech.ts';
import { mixChannels } from './channels.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { measureLoudness } from './loudness.ts';
import { CEILING, normalizeLoudness } from './normalize.ts';
import { encodeWav } from './wav.ts';

/** Sample rate of the audio track in a video, in Hz. */
export const AAC_SAMPLE_RATE = 48_000;
/** Initial estimate of how much encoding raises true peaks, in dB, and the maximum number of corrections. */
const HEADROOM = 1;
const MAX_ROUNDS = 3;
/** Additional headroom after a peak that was too high, in dB. */
const MARGIN = 0.1;
/** Bit rate at which encoded mono speech sounds the same as the original, in bit/s. */
const BITRATE = 96_000;
/** Limits for ffmpeg: time in ms, and address space in bytes. Both are ten times what the longest recording needs. */
const LIMITS = { time: 120_000, memory: 1_500_000_000 };

export interface EncodedAudio {
  /** One mono track at 48 kHz: AAC-LC in MP4 (with an edit list that removes the encoder priming), Opus in WebM, or PCM in QuickTime. */
  bytes: Uint8Array;
  /** Gain applied to the audio before limiting, in dB. */
  gain: number;
}

/**
 * Encodes the audio track of a video at -16 LUFS, with true peaks below -1 dBTP after decoding. The gain is constant to prevent pumping,
 * and a limiter handles the peaks. Silent audio is left unchanged.
 * @throws Error if ffmpeg is not installed, fails, or exceeds its time limit
 */
export async function encodeAudio(audio: Audio, format: VideoFormatName = 'mp4'): Promise<EncodedAudio> {
  let headroom = HEADROOM;
  for (let round = 1; ; round++) {
    const { audio: normalized, gain } = normalizeLoudness(audio, CEILING - headroom);
    const bytes = await encode(normalized, format);
    const excess = await measurePeakExcess(bytes);
    if (excess <= 0 || round === MAX_ROUNDS) return { bytes, gain };
    headroom += excess + MARGIN;
  }
}

/** Measures how far an encoded file's true peaks exceed the ceiling, in dB. Returns a negative number if they are below it. */
async function measurePeakExcess(bytes: Uint8Array): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'audio-'));
  try {
    const file = join(folder, 'audio.m4a');
    await writeFile(file, bytes);
    const read = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov,matroska', '-i', file];
    const { stdout } = await runFfmpeg([...read, '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'], LIMITS);
    return measureLoudness({ samples: mixChannels(stdout, 1), sampleRate: AAC_SAMPLE_RATE }).truePeak - CEILING;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Encoder arguments. ffmpeg's native Opus encoder, which doesn't need another library, is marked as experimental. */
const CODECS: Readonly<Record<VideoFormatName, readonly string[]>> = {
  mp4: ['-c:a', 'aac', '-b:a', `${BITRATE}`, '-movflags', '+faststart'],
  webm: ['-strict', 'experimental', '-c:a', 'opus', '-b:a', `${BITRATE}`],
  mov: ['-c:a', 'pcm_s16le'],
};

async function encode(audio: Audio, container: VideoFormatName): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'audio-'));
  try {
    const [source, target] = [join(folder, 'audio.wav'), join(folder, 'audio.m4a')];
    await writeFile(source, encodeWav(audio));
    const read = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'wav', '-i', source];
    const write = ['-ac', '1', '-ar', `${AAC_SAMPLE_RATE}`, ...CODECS[container]];
    // Omits the encoder version and time from the file, for reproducible output.
    const reproducible = ['-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
    const format = ['-f', container];
    const { code, signal, stderr } = await runFfmpeg([...read, ...write, ...reproducible, ...format, target], LIMITS);
    if (code !== 0) throw new Error(`ffmpeg could not encode audio (${signal ?? code}): ${stderr}`);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
