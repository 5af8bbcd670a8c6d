import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VoiceEntry } from '../../lib/bundle/voice-manifest.ts';
import { type Constant, type Node, writeModel } from './onnx.ts';

/** Sample rate of the tiny voices in Hz, samples per frame, and phoneme ids. */
export const SAMPLE_RATE = 22_050;
export const HOP = 256;
const IDS = 400;

/** Symbols that Piper voices know: IPA letters, signs, and punctuation. */
const LETTERS =
  "^_$ !'(),-.:;?abcdefghijklmnopqrstuvwxyzæçðøħŋœǀɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɠɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢʲˈˌːˑ˞βθχᵻ";

/** Returns how many frames an id has in the tiny model at normal tempo, before rounding up. The result is between 2.5 and 8.5. */
export const framesOf = (id: number): number => 2.5 + (id % 7);

/** Returns the configuration of a voice in Piper's format, leaving out the given letters. */
export function piperConfig({ sampleRate = SAMPLE_RATE, without = '' } = {}) {
  const letters = [...new Set(LETTERS)].filter((letter) => !without.includes(letter));
  return {
    audio: { sample_rate: sampleRate, quality: 'medium' },
    espeak: { voice: 'en-us' },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    num_speakers: 1,
    phoneme_type: 'espeak',
    phoneme_id_map: Object.fromEntries(letters.map((letter, id) => [letter, [id]])),
  };
}

const constant = (name: string, dims: number[], data: number[]): Constant => ({
  name,
  dims,
  data: Float32Array.from(data),
});
const integers = (name: string, dims: number[], data: number[]): Constant => ({
  name,
  dims,
  data: BigInt64Array.from(data, BigInt),
});
const node = (op: string, inputs: string[], output: string, attributes: Node['attributes'] = {}): Node => ({
  op,
  inputs,
  attributes,
  outputs: [output],
});

/** Nodes that generate a tone with exactly as many samples as the frames need. `frames` has one number for each id. */
const speakTone: Node[] = [
  node('ReduceSum', ['frames'], 'total', { keepdims: 0 }),
  node('Mul', ['total', 'hop'], 'length'),
  node('Range', ['zero', 'length', 'one'], 'samples'),
  node('Mul', ['samples', 'step'], 'phase'),
  node('Sin', ['phase'], 'tone'),
  node('Mul', ['tone', 'volume'], 'sound'),
];

const toneConstants = (hop: number): Constant[] => [
  constant(
    'table',
    [IDS],
    Array.from({ length: IDS }, (_, id) => framesOf(id)),
  ),
  constant('hop', [], [hop]),
  constant('zero', [], [0]),
  constant('one', [], [1]),
  constant('step', [], [(2 * Math.PI * 200) / SAMPLE_RATE]),
  constant('volume', [], [0.3]),
];

/**
 * Writes a model that has the same inputs and outputs as a Piper model. Each id has a duration, rounded up to whole frames. The durations
 * are only an output if `exposed` is set.
 */
export function writePiperModel({ exposed = false, rounding = 'Ceil' } = {}): Buffer {
  return writeModel({
    nodes: [
      node('Gather', ['table', 'input'], 'durations_at_1'),
      node('Gather', ['scales', 'second'], 'length_scale'),
      node('Mul', ['durations_at_1', 'length_scale'], 'exact'),
      node(rounding, ['exact'], 'w_ceil'),
      node('Squeeze', ['w_ceil', 'first_axis'], 'frames'),
      ...speakTone,
      node('Unsqueeze', ['sound', 'batch_axes'], 'output'),
    ],
    constants: [
      ...toneConstants(HOP),
      integers('second', [], [1]),
      integers('first_axis', [1], [0]),
      integers('batch_axes', [3], [0, 1, 2]),
    ],
    inputs: [
      { name: 'input', type: 'int64', dims: ['batch', 'phonemes'] },
      { name: 'input_lengths', type: 'int64', dims: ['batch'] },
      { name: 'scales', type: 'float', dims: [3] },
    ],
    outputs: [
      { name: 'output', type: 'float', dims: ['batch', 1, 1, 'time'] },
      ...(exposed ? [{ name: 'w_ceil', type: 'float' as const, dims: ['batch', 'phonemes'] }] : []),
    ],
  });
}

/** Writes a model that has the same inputs and outputs as a Kokoro model. */
export function writeKokoroModel(): Buffer {
  return writeModel({
    nodes: [
      node('Gather', ['table', 'input_ids'], 'at_1'),
      node('Div', ['at_1', 'speed'], 'exact'),
      node('Round', ['exact'], 'pred_frames'),
      node('Squeeze', ['pred_frames', 'first_axis'], 'frames'),
      ...speakTone,
      node('ReduceMean', ['style'], 'loudness', { keepdims: 0 }),
      node('Mul', ['sound', 'loudness'], 'styled'),
      node('Unsqueeze', ['styled', 'first_axis'], 'waveform'),
    ],
    constants: [...toneConstants(600), integers('first_axis', [1], [0])],
    inputs: [
      { name: 'input_ids', type: 'int64', dims: [1, 'phonemes'] },
      { name: 'style', type: 'float', dims: [1, 256] },
      { name: 'speed', type: 'float', dims: [1] },
    ],
    outputs: [{ name: 'waveform', type: 'float', dims: [1, 'time'] }],
  });
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** The files of a voice pack, each with its name in the manifest and its contents. */
export interface Pack {
  model: Buffer;
  config: object;
  style?: Buffer;
}

/**
 * Writes a pack that contains one voice, as files and a manifest.
 *
 * @param entry overrides for the entry in the manifest
 * @returns the path of the manifest
 */
export function writePack(folder: string, { model, config, style }: Pack, entry: Partial<VoiceEntry> = {}): string {
  mkdirSync(folder, { recursive: true });
  const file = (url: string, content: Uint8Array | string) => {
    writeFileSync(join(folder, url), content);
    return { url, sha256: sha256(content) };
  };
  const voice: VoiceEntry = {
    name: 'tiny',
    kind: 'piper',
    language: 'en-US',
    sex: 'female',
    licence: 'CC0-1.0',
    sampleRate: SAMPLE_RATE,
    model: file('tiny.onnx', model),
    config: file('tiny.onnx.json', JSON.stringify(config)),
    ...(style && { style: file('tiny.bin', style) }),
    ...entry,
  };
  const manifest = join(folder, 'voices.json');
  writeFileSync(manifest, JSON.stringify({ voices: [voice] }));
  return manifest;
}

/** Vocabulary of Kokoro (`config.json` in Kokoro-82M). */
export const KOKORO_CONFIG = {
  vocab: Object.fromEntries(
    [...';:,.!?—… ʣʥʦʨᵝAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ'].map((letter, id) => [
      letter,
      id + 1,
    ]),
  ),
};

/** Style vectors of a tiny Kokoro voice. All values are one, so that they do not change the volume of its tone. */
export const ONES = Buffer.from(Float32Array.from({ length: 510 * 256 }, () => 1).buffer);
