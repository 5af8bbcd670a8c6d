import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Encoding, encodeTokens, type Token } from './encode.ts';
import { loadRuntime, openSession, type Session, type Tensor } from './runtime.ts';
import type { NeuralVoice } from './voice.ts';

/** A model's audio and the time of each token. `tokens` is undefined for a model without a duration output. */
export interface Utterance {
  samples: Float32Array;
  /** Start and end of each token, in seconds. A token without a phoneme has zero length. */
  tokens: { start: number; end: number }[] | undefined;
}

/** Piper's usual scales: variation of the sound, duration, and variation of durations (piper, `config.py`). */
const USUAL_SCALES = [0.667, 1, 0.8] as const;
/** Size of a Kokoro style vector, and number of vectors, one per token count (`KModel` has a context of 512 including both ends). */
const STYLE_SIZE = 256;
const STYLE_ROWS = 510;

/**
 * Speaks the tokens of a sentence or part of one. `tempo` is a factor for the usual tempo.
 * @throws SpeechError for a sound that the voice does not support
 * @throws Error for a model that cannot be loaded or whose output is invalid
 */
export async function synthesizeTokens(voice: NeuralVoice, tokens: readonly Token[], tempo: number): Promise<Utterance> {
  const encoding = encodeTokens(tokens, voice);
  const session = await openSession(join(voice.folder, voice.model));
  const inputs = await (voice.kind === 'piper' ? piperInputs : kokoroInputs)(voice, session, encoding, tempo);
  const outputs = await run(voice, session, inputs);
  const samples = findAudio(voice, session, outputs);
  const frames = voice.durations === undefined ? undefined : outputs[voice.durations];
  return { samples, tokens: frames && timeTokens(voice, encoding, tokens.length, frames, samples.length) };
}

async function run(voice: NeuralVoice, session: Session, inputs: Readonly<Record<string, Tensor>>) {
  const missing = session.inputNames.find((name) => !Object.hasOwn(inputs, name));
  if (missing)
    throw new Error(`The model of the voice "${voice.name}" is not a ${voice.kind} model because it requires the input "${missing}"`);
  try {
    return await session.run(inputs);
  } catch (cause) {
    throw new Error(`The model of the voice "${voice.name}" failed: ${(cause as Error).message}`, { cause });
  }
}

async function piperInputs(voice: NeuralVoice, { inputNames }: Session, { ids }: Encoding, tempo: number) {
  const [noise, duration, variation] = voice.scales ?? USUAL_SCALES;
  const { Tensor } = await loadRuntime();
  return {
    input: new Tensor('int64', toInt64(ids), [1, ids.length]),
    input_lengths: new Tensor('int64', toInt64([ids.length]), [1]),
    scales: new Tensor('float32', Float32Array.of(noise, duration / tempo, variation), [3]),
    ...(inputNames.includes('sid') && { sid: new Tensor('int64', toInt64([voice.speaker ?? 0]), [1]) }),
  };
}

async function kokoroInputs(voice: NeuralVoice, { inputNames }: Session, { ids }: Encoding, tempo: number) {
  const { Tensor } = await loadRuntime();
  const name = inputNames.includes('tokens') ? 'tokens' : 'input_ids';
  return {
    [name]: new Tensor('int64', toInt64(ids), [1, ids.length]),
    style: new Tensor('float32', await readStyle(voice, ids.length - 2), [1, STYLE_SIZE]),
    speed: new Tensor('float32', Float32Array.of(tempo), [1]),
  };
}

/** Reads the style vector for the given number of phonemes. */
async function readStyle({ folder, style, name }: NeuralVoice, phonemes: number): Promise<Float32Array> {
  const bytes = style === undefined ? Buffer.alloc(0) : await readFile(join(folder, style));
  const rowBytes = 4 * STYLE_SIZE;
  if (bytes.length !== STYLE_ROWS * rowBytes)
    throw new Error(`The style of the voice "${name}" must have ${STYLE_ROWS * rowBytes} bytes, got ${bytes.length}`);
  const row = Math.min(STYLE_ROWS, Math.max(1, phonemes)) - 1;
  const copy = Uint8Array.from(bytes.subarray(row * rowBytes, (row + 1) * rowBytes));
  return new Float32Array(copy.buffer);
}

const toInt64 = (values: readonly number[]): BigInt64Array => BigInt64Array.from(values, BigInt);

/** Finds the first output other than the durations. */
function findAudio(voice: NeuralVoice, { outputNames }: Session, outputs: Readonly<Record<string, Tensor>>): Float32Array {
  const name = outputNames.find((output) => output !== voice.durations) ?? '';
  const data = outputs[name]?.data;
  if (data instanceof Float32Array && data.length > 0 && data.every(Number.isFinite)) return data;
  throw new Error(`The output "${name}" of the model of the voice "${voice.name}" contains no audio`);
}

/** Computes each token's start and end from the number of frames that the model returned for its IDs. */
function timeTokens(
  voice: NeuralVoice,
  { ids, owners }: Encoding,
  count: number,
  { data }: Tensor,
  samples: number,
): { start: number; end: number }[] {
  // Kokoro's phonemes are at least one frame long (`KModel.forward`).
  const least = voice.kind === 'kokoro' ? 1 : 0;
  const frames = Array.from(data as ArrayLike<number | bigint>, (length) => Math.max(least, Number(length)));
  const total = frames.reduce((sum, one) => sum + one, 0);
  const hop = samples / total;
  if (frames.length !== ids.length || !Number.isInteger(hop)) {
    throw new Error(
      `The durations of the voice "${voice.name}" do not match: ${frames.length} for ${ids.length} phonemes, ${total} frames for ${samples} samples`,
    );
  }
  const tokens = Array.from({ length: count }, () => ({ start: Number.NaN, end: Number.NaN }));
  let at = 0;
  frames.forEach((length, i) => {
    const token = tokens[owners[i]!];
    const start = (at * hop) / voice.sampleRate;
    at += length;
    if (!token) return;
    if (Number.isNaN(token.start)) token.start = start;
    token.end = (at * hop) / voice.sampleRate;
  });
  let end = 0;
  for (const token of tokens) {
    if (Number.isNaN(token.start)) token.start = token.end = end;
    end = token.end;
  }
  return tokens;
}
