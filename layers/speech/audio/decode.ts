import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../../contract/index.ts';
import { runFfmpeg } from '../../media/ffmpeg.ts';
import { type Audio, SpeechError } from '../speech.ts';
import { mixChannels } from './channels.ts';

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

/** Characters of ffmpeg's complaint that are told. */
const LONGEST_FINDING = 160;

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
 * @throws as `decodeAtRates`
 */
export async function decodeAudio(bytes: Uint8Array, options: DecodeOptions = {}): Promise<Audio> {
  const { sampleRate = DECODED_RATE, ...limits } = options;
  const [audio] = await decodeAtRates(bytes, [sampleRate], limits);
  return audio!;
}

/**
 * Decodes a recording to mono at one rate or several, in Hz; it is read once.
 *
 * The bytes are not trusted: ffmpeg decodes them in a process of its own, with a few demuxers, no network, and limits on time,
 * memory and output.
 *
 * @returns the sound at each rate, in their order
 * @throws SpeechError when the bytes are too many, are no audio, are damaged, have no audio stream, are too long or silent
 * @throws Error when ffmpeg is missing or takes too long
 */
export async function decodeAtRates(
  bytes: Uint8Array,
  sampleRates: readonly number[],
  limits: Partial<DecodeLimits> = {},
): Promise<Audio[]> {
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
    // Files rather than pipes: an mp4's index may be at its end, and of sounds that are piped the pieces are kept beside the whole.
    const file = join(folder, 'recording');
    await writeFile(file, bytes);
    const targets = sampleRates.map((sampleRate) => ({ sampleRate, file: join(folder, `${sampleRate}.wav`) }));
    const complaint = await runDecoder(file, targets, bounds);
    const sounds: Audio[] = [];
    for (const target of targets) sounds.push(await readSound(target, complaint));
    checkSound(sounds[0]!, bounds, complaint);
    return sounds;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A sound that is to be written, and where. */
interface Target {
  sampleRate: number;
  file: string;
}

/** Decodes a file to others. @returns what ffmpeg has to say of it */
async function runDecoder(file: string, targets: readonly Target[], limits: DecodeLimits): Promise<string> {
  const source = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS, '-i', file];
  const sounds = targets.flatMap((target) => writeArguments(target, limits));
  const { signal, complaint } = await runFfmpeg(['-threads', '1', ...source, ...sounds], limits);
  if (signal) throw new Error(`ffmpeg was ended by ${signal} while decoding a recording: ${complaint}`);
  // What it wrote is cut short then, and would pass for the whole.
  if (/No space left/.test(complaint)) throw new Error(`ffmpeg had no room to decode a recording: ${complaint}`);
  return complaint;
}

function writeArguments({ sampleRate, file }: Target, limits: DecodeLimits): string[] {
  // A second more than allowed, to tell a recording that is too long from one that just fits.
  const length = ['-map', '0:a:0', '-t', `${limits.seconds + 1}`];
  // Both channels of a stereo recording, since they may cancel each other.
  const form = ['-af', `aresample=${sampleRate},aformat=channel_layouts=mono|stereo`, '-c:a', 'pcm_s16le'];
  // No notes in the header, which would be longer.
  const plain = ['-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
  return [...length, ...form, ...plain, '-f', 'wav', file];
}

async function readSound({ sampleRate, file }: Target, complaint: string): Promise<Audio> {
  const wav = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  if (wav.length <= HEADER_BYTES) throw explainFailure(complaint);
  return { samples: mixChannels(wav.subarray(HEADER_BYTES), wav.readUInt16LE(CHANNELS_OFFSET)), sampleRate };
}

function explainFailure(complaint: string): SpeechError {
  if (/matches no streams/.test(complaint)) {
    return refusal('No audio stream', 'the recording has no audio stream; send a file with sound in it');
  }
  return refusal(
    'Recording not decodable',
    `the recording cannot be decoded as audio${quoteFinding(complaint)}; send wav, mp3, m4a, aac, ogg, opus, flac or webm`,
  );
}

/** The first thing that ffmpeg complains of, without where it stands in its memory and in our folders; empty where it says nothing. */
function quoteFinding(complaint: string): string {
  const lines = complaint.split('\n').map((line) =>
    line
      .replaceAll(/\[[^\]]*@[^\]]*\]\s*/g, '')
      .replaceAll(/\S*\/(recording|\d+\.wav)\b:?\s*/g, '')
      .trim(),
  );
  const finding = lines.find((line) => line !== '');
  return finding ? ` (the decoder found "${finding.slice(0, LONGEST_FINDING)}")` : '';
}

function checkSound({ samples, sampleRate }: Audio, limits: DecodeLimits, complaint: string): void {
  if (samples.length > limits.seconds * sampleRate) {
    throw refusal(
      'Recording too long',
      `the recording is longer than ${limits.seconds} s, the most that is taken; cut it`,
    );
  }
  if (loudestRms(samples, sampleRate) < AUDIBLE_RMS) {
    if (complaint !== '') {
      throw refusal(
        'Recording damaged',
        `the recording is damaged and nothing in it can be decoded${quoteFinding(complaint)}; send the whole file again`,
      );
    }
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
