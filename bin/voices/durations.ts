import type { InstalledVoice } from '@talking-avatar/speech/neural';

/** Names of the durations output in exported models (Piper, Kokoro, and patched versions of both). */
const KNOWN_OUTPUTS = ['w_ceil', 'durations', 'pred_dur', 'duration'];

/** The operation that rounds durations to frames. VITS rounds up (`w_ceil`), and Kokoro rounds to the nearest (`pred_dur`). */
const ROUNDING: Readonly<Record<InstalledVoice['kind'], string>> = { piper: 'Ceil', kokoro: 'Round' };

/** Field numbers in onnx.proto3. */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const GRAPH_OUTPUT = 12;
const NODE_OUTPUT = 2;
const NODE_OP_TYPE = 4;
const VALUE_NAME = 1;
const VALUE_TYPE = 2;
const TYPE_TENSOR = 1;
const TENSOR_ELEMENT = 1;
const FLOAT = 1;

/** Protobuf wire types. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** A model with its durations as an output. */
export interface ModelWithDurations {
  model: Buffer;
  /** Name of the output, or undefined if the durations could not be found. */
  durations: string | undefined;
}

/**
 * Exposes the phoneme durations of a model as an output, if they already are one or if exactly one operation rounds them. To add the
 * output, it appends a second graph message with only this output, because protobuf merges repeated occurrences of a message field.
 * @throws Error for a file that is not an ONNX model
 */
export function exposeDurations(model: Buffer, kind: InstalledVoice['kind']): ModelWithDurations {
  const graph = [...readFields(model)].find(({ field, content }) => field === MODEL_GRAPH && content)?.content;
  if (!graph) throw new Error('it is not an ONNX model: it does not have a graph');
  const outputs: string[] = [];
  const rounded: string[] = [];
  for (const { field, content } of readFields(graph)) {
    if (field === GRAPH_OUTPUT && content) outputs.push(readText(content, VALUE_NAME));
    if (field === GRAPH_NODE && content && readText(content, NODE_OP_TYPE) === ROUNDING[kind]) rounded.push(readText(content, NODE_OUTPUT));
  }
  if (outputs.length === 0) throw new Error('it is not an ONNX model: its graph does not have an output');
  const known = outputs.find((name) => KNOWN_OUTPUTS.includes(name)) ?? outputs.find((name) => rounded.includes(name));
  if (known !== undefined || rounded.length !== 1) return { model, durations: known };
  const [durations = ''] = rounded;
  const type = message(VALUE_TYPE, message(TYPE_TENSOR, Buffer.of((TENSOR_ELEMENT << 3) | VARINT, FLOAT)));
  const output = message(GRAPH_OUTPUT, Buffer.concat([message(VALUE_NAME, Buffer.from(durations)), type]));
  return { model: Buffer.concat([model, message(MODEL_GRAPH, output)]), durations };
}

/** A field of a protobuf message, with `content` for length-delimited fields. */
interface Field {
  field: number;
  content: Buffer | undefined;
}

/** @throws Error for bytes that are not protobuf */
function* readFields(bytes: Buffer): Generator<Field> {
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || scale > 2 ** 63) throw new Error('it is not an ONNX model: it is not valid protobuf');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = readVarint();
    const [field, wire] = [Math.floor(tag / 8), tag % 8];
    let content: Buffer | undefined;
    if (wire === VARINT) readVarint();
    else if (wire === FIXED64) at += 8;
    else if (wire === FIXED32) at += 4;
    else if (wire === BYTES) {
      const length = readVarint();
      content = bytes.subarray(at, at + length);
      at += length;
    } else throw new Error('it is not an ONNX model: it is not valid protobuf');
    if (at > bytes.length || field === 0) throw new Error('it is not an ONNX model: it is truncated');
    yield { field, content };
  }
}

/** Returns the first string in a field, or an empty string. */
function readText(bytes: Buffer, field: number): string {
  for (const one of readFields(bytes)) if (one.field === field) return one.content?.toString() ?? '';
  return '';
}

function message(field: number, content: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = content.length; ; rest >>= 7) {
    length.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
    if (rest <= 0x7f) break;
  }
  return Buffer.concat([Buffer.of((field << 3) | BYTES, ...length), content]);
}
