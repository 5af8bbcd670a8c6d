import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../contract/index.ts';
import { type Audio, SpeechError } from './speech.ts';

/** Hz of decoded sound: what the alignment works at; speech has little above 8 kHz. */
export const DECODED_RATE = 16_000;

/** The demuxers a recording may use. Playlists and other formats that open further files are left out: they would read ours. */
const FORMATS = 'wav,mp3,aac,mov,ogg,flac,matroska,webm';

/** Bytes of standard error that are kept to say what went wrong. */
const STDERR_BYTES = 8_192;

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

const DEFAULT_LIMITS: DecodeLimits = {
  seconds: LIMITS.recordingSeconds,
  bytes: LIMITS.audioBytes,
  time: 60_000,
  memory: 1_500_000_000,
};

/**
 * Decodes a recording (wav, mp3, m4a/aac, ogg/opus, flac, webm) to mono at 16 kHz.
 *
 * The bytes are not trusted: ffmpeg decodes them in a process of its own, with a few demuxers, no network, and limits on time,
 * memory and output.
 *
 * @throws SpeechError when the bytes are too many, are no audio, have no audio stream, are too long or silent
 * @throws Error when ffmpeg is missing or takes too long
 */
export async function decodeAudio(bytes: Uint8Array, limits: Partial<DecodeLimits> = {}): Promise<Audio> {
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
    const samples = await runDecoder(file, bounds);
    checkSound(samples, bounds);
    return { samples, sampleRate: DECODED_RATE };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runDecoder(file: string, limits: DecodeLimits): Promise<Float32Array> {
  const { code, signal, output, complaint } = await runLimited(decoderArguments(file, limits), limits);
  if (code === 127) throw new Error('ffmpeg is not installed; install the package ffmpeg');
  if (signal) throw new Error(`ffmpeg was ended by ${signal} while decoding a recording: ${complaint}`);
  if (output.length < 2) throw explainFailure(complaint);
  const samples = new Float32Array(output.length >> 1);
  for (let index = 0; index < samples.length; index++) samples[index] = output.readInt16LE(index * 2) / 32_768;
  return samples;
}

function decoderArguments(file: string, limits: DecodeLimits): string[] {
  const source = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS, '-i', file];
  // A second more than allowed, to tell a recording that is too long from one that just fits.
  const target = ['-map', '0:a:0', '-t', `${limits.seconds + 1}`, '-ac', '1', '-ar', `${DECODED_RATE}`, '-f', 's16le'];
  return ['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', ...source, ...target, 'pipe:1'];
}

interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: Buffer;
  complaint: string;
}

function runLimited(parameters: string[], limits: DecodeLimits): Promise<Outcome> {
  // The shell sets the limit on itself and becomes ffmpeg. macOS knows no limit on memory: there the other limits have to do.
  const script = `ulimit -v ${Math.round(limits.memory / 1024)} 2>/dev/null; exec ffmpeg "$@"`;
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script, 'ffmpeg', ...parameters], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limits.time,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(0, STDERR_BYTES);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, output: Buffer.concat(chunks), complaint }));
  });
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

function checkSound(samples: Float32Array, limits: DecodeLimits): void {
  if (samples.length > limits.seconds * DECODED_RATE) {
    throw refusal(
      'Recording too long',
      `the recording is longer than ${limits.seconds} s, the most that is taken; cut it`,
    );
  }
  if (loudestRms(samples) < AUDIBLE_RMS) {
    throw refusal('Recording silent', 'the recording is silent; check that its microphone was on');
  }
}

/** The greatest RMS of any window of the sound; 1 is full scale. */
function loudestRms(samples: Float32Array): number {
  const width = Math.round(AUDIBLE_WINDOW * DECODED_RATE);
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
