import { type PicoItem, type PicoModule, readInt16, readUint32 } from './module.ts';

/** Number of engine stages, and the stages that write syllables and phones (`picoctrl.c`). */
const STAGES = 9;
const SYLLABLES = 5;
const PHONES = 6;
/** Offsets, in bytes (with 32-bit pointers), in `picoctrl_engine`, `picodata_processing_unit`, `ctrl_subobj`, and `char_buffer`. */
const ENGINE = { control: 16 };
const UNIT = { output: 24, own: 32 };
const CONTROL = { count: 0, units: 4 };
const BUFFER = { bytes: 0, end: 4, size: 10 };
/** Size of the buffers after the two stages, in bytes. */
const BUFFER_SIZE = 1040;
/** Size of an item's header, in bytes: type, two attributes, and the length of the content. */
const HEAD = 4;
/** Item and command types (`picodata.h`). */
const TYPES = { phone: 0x68, syllable: 0x79, command: 0x63, marker: 0x6d };
/** Duration of a signal frame, in seconds: 64 samples. */
const FRAME = 0.004;
/** A phone item has five states of three 16-bit numbers each, starting with the number of frames. */
const STATES = 5;
const STATE_BYTES = 6;
/** Syllable accents: emphasized, primary in the sentence, secondary in the sentence, and secondary stress in the word. */
const STRESSES: Readonly<Record<string, 0 | 1 | 2>> = { 1: 1, 2: 1, 3: 1, 4: 2 };

/**
 * Reads items from the ring buffers between the engine's stages, because the public functions only return samples. The package version is
 * pinned, so the memory layout is fixed, but it is verified anyway.
 * @returns `poll`, which must be called after each step because a step writes less than one buffer
 * @throws Error if the layout is different
 */
export function watchItems(module: PicoModule, engine: number): { poll(): void; phones(): PicoItem[]; syllables(): PicoItem[] } {
  const control = readUint32(module, readUint32(module, engine + ENGINE.control) + UNIT.own);
  const outputOf = (stage: number) => readUint32(module, readUint32(module, control + CONTROL.units + 4 * stage) + UNIT.output);
  const buffers = [SYLLABLES, PHONES].map((stage) => watchBuffer(module, outputOf(stage)));
  if (module.HEAPU8[control + CONTROL.count] !== STAGES || buffers.some(({ size }) => size !== BUFFER_SIZE)) {
    throw new Error('This build of SVOX Pico has an unexpected memory layout');
  }
  return {
    poll: () => {
      for (const buffer of buffers) buffer.poll();
    },
    syllables: () => readItems(buffers[0]!.written),
    phones: () => readItems(buffers[1]!.written),
  };
}

function watchBuffer(module: PicoModule, buffer: number) {
  const size = readInt16(module, buffer + BUFFER.size);
  const bytes = readUint32(module, buffer + BUFFER.bytes);
  const written: number[] = [];
  let end = readInt16(module, buffer + BUFFER.end);
  const poll = () => {
    const next = readInt16(module, buffer + BUFFER.end);
    for (; end !== next; end = (end + 1) % size) written.push(module.HEAPU8[bytes + end]!);
  };
  return { size, written, poll };
}

function readItems(bytes: readonly number[]): PicoItem[] {
  const items: PicoItem[] = [];
  for (let at = 0; at + HEAD <= bytes.length; at += HEAD + bytes[at + 3]!) {
    const [type, info, attribute, length] = bytes.slice(at, at + HEAD) as [number, number, number, number];
    const content = bytes.slice(at + HEAD, at + HEAD + length);
    if (type === TYPES.phone) items.push({ kind: 'phone', id: info, seconds: countFrames(content) * FRAME });
    if (type === TYPES.syllable) {
      items.push({ kind: 'syllable', phones: content, stress: STRESSES[String.fromCharCode(attribute)] ?? 0 });
    }
    if (type === TYPES.command && info === TYPES.marker) {
      items.push({ kind: 'mark', name: Buffer.from(content).toString() });
    }
  }
  return items;
}

function countFrames(content: readonly number[]): number {
  let frames = 0;
  for (let state = 0; state < STATES; state++) {
    frames += content[state * STATE_BYTES]! + 256 * content[state * STATE_BYTES + 1]!;
  }
  return frames;
}
