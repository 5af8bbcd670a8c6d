import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@talking-avatar/contract';
import { type Audio, SpeechError } from '../speech.ts';
import { mixChannels } from './channels.ts';
import { runFfmpeg } from './ffmpeg.ts';

/** Default sample rate of decoded recordings, in Hz. It is high enough for alignment because speech has little energy above 8 kHz. */
export const DECODED_SAMPLE_RATE = 16_000;
/** Header size of WAV files written by ffmpeg, and the offsets of the channel count and the sample rate, in bytes. */
const HEADER_BYTES = 44;
const CHANNELS_OFFSET = 22;
const SAMPLE_RATE_OFFSET = 24;
/**
 * Demuxers allowed for recordings. Playlists and other formats that refer to other files are excluded because they could read files on our
 * machine.
 */
const DEMUXERS = 'wav,mp3,aac,mov,ogg,flac,matroska,webm';
/** Audio decoders allowed for recordings, the same as in `layers/ffmpeg/build.sh`. */
const DECODERS =
  'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,' +
  'pcm_alaw,pcm_mulaw,adpcm_ima_wav,adpcm_ms,mp3float,aac,alac,vorbis,opus,flac';
/** Maximum number of samples per second across all channels: eight channels at 96 kHz, or two at 384 kHz. */
const MAX_SAMPLES_PER_SECOND = 768_000;
/** RMS above which a window is audible: -60 dBFS. Muted microphones and converter noise are quieter. */
const AUDIBLE_RMS = 0.001;
/** Length of the RMS windows, in seconds. */
const AUDIBLE_WINDOW = 0.02;
/** Maximum number of characters of ffmpeg's message to quote in an error. */
const MAX_QUOTED = 160;

export interface DecodeLimits {
  /** Maximum duration, in seconds. */
  seconds: number;
  /** For the error message: what the maximum applies to, and an alternative to shortening it. */
  scope: { of: string; fix: string };
  /** Maximum size of the file, in bytes. */
  bytes: number;
  /** Time limit for the decoder, in ms. */
  time: number;
  /** Limit on the decoder's CPU time, in seconds. */
  processorTime: number;
  /** Limit on the decoder's address space, in bytes, if the operating system supports it. */
  memory: number;
}

export interface DecodeOptions extends Partial<DecodeLimits> {
  /** Sample rate of the result, in Hz. */
  sampleRate?: number;
}

const DEFAULT_LIMITS: DecodeLimits = {
  seconds: LIMITS.recordingSeconds,
  scope: { of: 'a recording', fix: 'divide it into several jobs' },
  bytes: LIMITS.audioBytes,
  time: 120_000,
  // A recording of maximum length at `MAX_SAMPLES_PER_SECOND` takes 22 s on a 2.5 GHz CPU.
  processorTime: 50,
  memory: 1_500_000_000,
};

/**
 * Decodes a recording (wav, mp3, m4a/aac, ogg/opus, flac, webm) to mono, at 16 kHz unless `options` specifies a different rate.
 * @throws the same errors as `decodeAudioAtRates`
 * @example
 * ```ts
 * const audio = await decodeAudio(await readFile('voice.mp3'));
 * const seconds = audio.samples.length / audio.sampleRate;
 * ```
 */
export async function decodeAudio(bytes: Uint8Array, options: DecodeOptions = {}): Promise<Audio> {
  const { sampleRate = DECODED_SAMPLE_RATE, ...limits } = options;
  const [audio] = await decodeAudioAtRates(bytes, [sampleRate], limits);
  return audio!;
}

/**
 * Decodes a recording to mono at one or more sample rates, reading it once. The bytes are untrusted, so ffmpeg decodes them in a separate
 * process with only a few demuxers, no network access, and limits on time, memory, and output.
 * @param bytes The file.
 * @param sampleRates Sample rates, in Hz.
 * @param limits Overrides for the default limits.
 * @returns the audio at each rate, in the order of `sampleRates`
 * @throws SpeechError if the file is empty, damaged, silent, too large, too long, or too complex to decode, or if it contains no audio
 * @throws Error if ffmpeg is not installed, exceeds its time limit, or was killed
 */
export async function decodeAudioAtRates(
  bytes: Uint8Array,
  sampleRates: readonly number[],
  limits: Partial<DecodeLimits> = {},
): Promise<Audio[]> {
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  if (bytes.length === 0) throw recordingError('Recording empty', 'the recording is empty; send an audio file');
  if (bytes.length > allLimits.bytes) {
    throw recordingError(
      'Recording too large',
      `the recording must have at most ${allLimits.bytes} bytes, got ${bytes.length}; send a compressed or shorter file`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'recording-'));
  try {
    // Uses files rather than pipes because the index of an MP4 may be at the end.
    const file = join(folder, 'recording');
    await writeFile(file, bytes);
    await checkSampleRate(file, join(folder, 'probe.wav'), allLimits);
    const outputs = sampleRates.map((sampleRate) => ({ sampleRate, file: join(folder, `${sampleRate}.wav`) }));
    const conversions = outputs.flatMap((output) => outputArguments(output, allLimits));
    const stderr = await runDecoder([...sourceArguments(file), ...conversions], allLimits);
    const decoded: Audio[] = [];
    for (const output of outputs) decoded.push(await readWav(output, stderr));
    checkRecording(decoded[0]!, allLimits, stderr);
    return decoded;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface DecoderOutput {
  sampleRate: number;
  file: string;
}

/**
 * Decodes the first frame to find the sample rate and the channel count before decoding everything. A file that cannot be decoded passes
 * this check.
 * @throws SpeechError if it has too many samples per second
 */
async function checkSampleRate(file: string, probe: string, limits: DecodeLimits): Promise<void> {
  await runDecoder([...sourceArguments(file), '-map', '0:a:0', '-frames:a', '1', '-c:a', 'pcm_s16le', '-f', 'wav', probe], limits);
  const header = await readIfExists(probe);
  if (header.length <= HEADER_BYTES) return;
  const channels = header.readUInt16LE(CHANNELS_OFFSET);
  const sampleRate = header.readUInt32LE(SAMPLE_RATE_OFFSET);
  if (channels * sampleRate <= MAX_SAMPLES_PER_SECOND) return;
  throw recordingError(
    'Recording not supported',
    `the recording must have at most ${MAX_SAMPLES_PER_SECOND} samples per second in all channels together, ` +
      `got ${channels} channels at ${sampleRate} Hz; convert it to mono or stereo at 48000 Hz`,
  );
}

const sourceArguments = (file: string): string[] => [
  ...['-threads', '1', '-protocol_whitelist', 'file,pipe'],
  ...['-format_whitelist', DEMUXERS, '-codec_whitelist', DECODERS, '-i', file],
];

/**
 * Runs ffmpeg on a recording. The CPU time and any crash of the decoder depend only on the recording, so they are reported as faults in the
 * recording. SIGKILL is sent at the time limit or by the operating system, both of which depend on the machine.
 * @returns ffmpeg's messages
 */
async function runDecoder(args: readonly string[], limits: DecodeLimits): Promise<string> {
  const { signal, stderr } = await runFfmpeg(args, limits);
  if (signal === 'SIGXCPU') {
    throw recordingError(
      'Recording not decodable',
      `decoding the recording takes longer than ${limits.processorTime} s; send it as mono or stereo wav, mp3 or m4a at 48000 Hz or less`,
    );
  }
  if (signal === 'SIGSEGV' || signal === 'SIGABRT' || signal === 'SIGFPE' || signal === 'SIGBUS' || signal === 'SIGILL')
    throw toDecodeError(stderr);
  if (signal) throw new Error(`ffmpeg was killed by ${signal} while decoding a recording: ${stderr}`);
  // Truncated output could be mistaken for the whole recording.
  if (/No space left/.test(stderr)) throw new Error(`not enough disk space to decode a recording: ${stderr}`);
  return stderr;
}

function outputArguments({ sampleRate, file }: DecoderOutput, limits: DecodeLimits): string[] {
  // One extra second makes it possible to distinguish a recording that is too long from one that just fits.
  const length = ['-map', '0:a:0', '-t', `${limits.seconds + 1}`];
  // Keeps both channels of a stereo recording, because mixing may cancel them out.
  const format = ['-af', `aresample=${sampleRate},aformat=channel_layouts=mono|stereo`, '-c:a', 'pcm_s16le'];
  // Metadata would lengthen the header.
  const reproducible = ['-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
  return [...length, ...format, ...reproducible, '-f', 'wav', file];
}

async function readWav({ sampleRate, file }: DecoderOutput, stderr: string): Promise<Audio> {
  const wav = await readIfExists(file);
  if (wav.length <= HEADER_BYTES) throw toDecodeError(stderr);
  return { samples: mixChannels(wav.subarray(HEADER_BYTES), wav.readUInt16LE(CHANNELS_OFFSET)), sampleRate };
}

/** Reads a file. @returns an empty buffer if the file does not exist */
const readIfExists = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });

function toDecodeError(stderr: string): SpeechError {
  if (/matches no streams/.test(stderr)) {
    return recordingError('No audio stream', 'the file has no audio stream; send a file with audio');
  }
  return recordingError(
    'Recording not decodable',
    `the recording cannot be decoded as audio${quoteDecoderMessage(stderr)}; send wav, mp3, m4a, aac, ogg, opus, flac or webm`,
  );
}

/** Quotes ffmpeg's first message, without memory addresses or local paths. Returns an empty string if there is no message. */
function quoteDecoderMessage(stderr: string): string {
  const lines = stderr.split('\n').map((line) =>
    line
      .replaceAll(/\[[^\]]*@[^\]]*\]\s*/g, '')
      .replaceAll(/\S*\/(recording|probe\.wav|\d+\.wav)\b:?\s*/g, '')
      .trim(),
  );
  const message = lines.find((line) => line !== '');
  return message ? ` (the decoder reports "${message.slice(0, MAX_QUOTED)}")` : '';
}

function checkRecording({ samples, sampleRate }: Audio, limits: DecodeLimits, stderr: string): void {
  if (samples.length > limits.seconds * sampleRate) {
    throw recordingError(
      'Recording too long',
      `the recording is longer than ${limits.seconds} s, the maximum for ${limits.scope.of}; shorten it, or ${limits.scope.fix}`,
    );
  }
  if (findMaxRms(samples, sampleRate) < AUDIBLE_RMS) {
    if (stderr !== '') {
      throw recordingError(
        'Recording damaged',
        `the recording is damaged and contains no audio that can be decoded${quoteDecoderMessage(stderr)}; send the complete file again`,
      );
    }
    throw recordingError('Recording silent', 'the recording is silent; check the microphone and record again');
  }
}

/** Returns the highest RMS of any window; 1 is full scale. */
function findMaxRms(samples: Float32Array, sampleRate: number): number {
  const width = Math.round(AUDIBLE_WINDOW * sampleRate);
  let loudest = 0;
  for (let start = 0; start < samples.length; start += width) {
    const window = samples.subarray(start, start + width);
    loudest = Math.max(loudest, window.reduce((sum, sample) => sum + sample * sample, 0) / width);
  }
  return Math.sqrt(loudest);
}

function recordingError(title: string, message: string): SpeechError {
  return new SpeechError(title, message, 'audio');
}
