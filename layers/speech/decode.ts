import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../contract/index.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { mixChannels } from './sound/channels.ts';
import { type Audio, SpeechError } from './speech.ts';

/** Hz of decoded sound: what the alignment works at; speech has little above 8 kHz. */
export const DECODED_RATE = 16_000;

/** Bytes of the header that ffmpeg writes before the samples of a WAV file, and where in it the number of channels stands. */
const HEADER_BYTES = 44;
const CHANNELS_OFFSET = 22;

/** The demuxers a recording may use. Playlists and other formats that open further files are left out: they would read ours. */
const FORMATS = 'wav,mp3,aac,mov,ogg,flac,matroska,webm';

/** A window is loud when its RMS is above -60 dB of full scale: below is a muted microphone or the noise of a converter. */
const AUDIBLE_RMS = 0.001;

/** Seconds of the windows in which loudness is judged. */
const AUDIBLE_WINDOW = 0.02;

export interface DecodeLimits {
  /** Seconds of sound; more is refused. */
  seconds: number;
  /** Bytes of the file; more is refused. */
  bytes: number;
  /** Milliseconds the decoder may take. */
  time: number;
  /** Bytes of address space the decoder may map, where the system can limit it. */
  memory: number;
}

export interface DecodeOptions extends Partial<DecodeLimits> {
  /** Hz of the sound that is wanted. */
  sampleRate?: number;
}

const DEFAULT_LIMITS: DecodeLimits = {
  seconds: LIMITS.recordingSeconds,
  bytes: LIMITS.audioBytes,
  time: 60_000,
  memory: 1_500_000_000,
};

/**
 * Decodes a recording (wav, mp3, m4a/aac, ogg/opus, flac, webm) to mono, at 16 kHz unless another rate is wanted.
 *
 * The bytes are not trusted: ffmpeg decodes them in a process of its own, with a few demuxers, no network, and limits on time,
 * memory and output.
 *
 * @throws SpeechError when the bytes are too many, are no audio, have no audio stream, are too long or silent
 * @throws Error when ffmpeg is missing or takes too long
 */
export async function decodeAudio(bytes: Uint8Array, options: DecodeOptions = {}): Promise<Audio> {
  const { sampleRate = DECODED_RATE, ...limits } = options;
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  if (bytes.length === 0) throw refusal('Recording empty', 'the recording has no bytes; send an audio file');
  if (bytes.length > bounds.bytes) {
    throw refusal(
      'Recording too large',
      `the recording has ${bytes.length} bytes, but at most ${bounds.bytes} are taken`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'recording-'));
  try {
    // A file rather than a pipe: an mp4's index may be at its end.
    const file = join(folder, 'recording');
    await writeFile(file, bytes);
    const audio = { samples: await runDecoder(file, sampleRate, bounds), sampleRate };
    checkSound(audio, bounds);
    return audio;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runDecoder(file: string, sampleRate: number, limits: DecodeLimits): Promise<Float32Array> {
  const { signal, output, complaint } = await runFfmpeg(decoderArguments(file, sampleRate, limits), limits);
  if (signal) throw new Error(`ffmpeg was ended by ${signal} while decoding a recording: ${complaint}`);
  if (output.length <= HEADER_BYTES) throw explainFailure(complaint);
  return mixChannels(output.subarray(HEADER_BYTES), output.readUInt16LE(CHANNELS_OFFSET));
}

function decoderArguments(file: string, sampleRate: number, limits: DecodeLimits): string[] {
  const source = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS, '-i', file];
  // A second more than allowed, to tell a recording that is too long from one that just fits.
  const length = ['-map', '0:a:0', '-t', `${limits.seconds + 1}`];
  // Both channels of a stereo recording, since they may cancel each other; bitexact keeps notes out of the header.
  const form = ['-af', `aresample=${sampleRate},aformat=channel_layouts=mono|stereo`, '-c:a', 'pcm_s16le'];
  const target = ['-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1', '-f', 'wav', 'pipe:1'];
  return ['-threads', '1', ...source, ...length, ...form, ...target];
}

function explainFailure(complaint: string): SpeechError {
  if (/matches no streams/.test(complaint)) {
    return refusal('No audio stream', 'the recording has no audio stream; send a file with sound in it');
  }
  return refusal(
    'Recording not decodable',
    'the recording cannot be decoded as audio; send wav, mp3, m4a, aac, ogg, opus, flac or webm',
  );
}

function checkSound({ samples, sampleRate }: Audio, limits: DecodeLimits): void {
  if (samples.length > limits.seconds * sampleRate) {
    throw refusal(
      'Recording too long',
      `the recording is longer than ${limits.seconds} s, the most that is taken; cut it`,
    );
  }
  if (loudestRms(samples, sampleRate) < AUDIBLE_RMS) {
    throw refusal('Recording silent', 'the recording is silent; check that its microphone was on');
  }
}

/** The greatest RMS of any window of the sound; 1 is full scale. */
function loudestRms(samples: Float32Array, sampleRate: number): number {
  const width = Math.round(AUDIBLE_WINDOW * sampleRate);
  let loudest = 0;
  for (let start = 0; start < samples.length; start += width) {
    const window = samples.subarray(start, start + width);
    loudest = Math.max(loudest, window.reduce((sum, sample) => sum + sample * sample, 0) / width);
  }
  return Math.sqrt(loudest);
}

function refusal(title: string, message: string): SpeechError {
  return new SpeechError(title, message, 'audio');
}
