import type { Audio } from '../../speech.ts';
import type { PollyDocument } from './document.ts';
import { readMarks } from './marks.ts';
import { type AskPolly, POLLY_RATE, type PollyCall } from './request.ts';
import type { Cue } from './timeline.ts';

/** How far the samples of 16 bits reach. */
const FULL_SCALE = 32768;

/** The sound of one request, and its marks in seconds of that sound. */
export interface SaidPiece {
  samples: Float32Array;
  cues: Cue[];
  warnings: string[];
  /** Characters that are paid for: of sound and marks, which are two requests. */
  billed: number;
}

/** Asks for the sound of a piece and its marks; without its markup where the voice refuses that, with a warning. */
export async function sayPiece(
  ask: AskPolly,
  call: Omit<PollyCall, 'ssml' | 'output'>,
  write: (bare: boolean) => PollyDocument,
): Promise<SaidPiece> {
  const document = write(false);
  const answer = await askBoth(ask, { ...call, ssml: document.ssml });
  if (!('refusal' in answer)) {
    return { ...readPiece(answer, document), warnings: document.warnings, billed: answer.characters };
  }
  const bare = write(true);
  const second = await askBoth(ask, { ...call, ssml: bare.ssml });
  if ('refusal' in second) throw new Error(`Amazon Polly does not take a text without markup: ${second.refusal}`);
  const tags = findTags(document.ssml).join(', ');
  const warning = `${call.voice} of Amazon Polly does not take ${tags} as it stands (${answer.refusal}); the text is said without.`;
  return { ...readPiece(second, bare), warnings: [...document.warnings, warning], billed: second.characters };
}

/** The tags of a document that its bare form has not. */
function findTags(ssml: string): string[] {
  const names = [...ssml.matchAll(/<([\w:-]+)/g)].map(([, name]) => `<${name}>`);
  return [...new Set(names)].filter((name) => name !== '<speak>' && name !== '<mark>');
}

type Both = { sound: Uint8Array; marks: Uint8Array; characters: number } | { refusal: string };

async function askBoth(ask: AskPolly, call: Omit<PollyCall, 'output'>): Promise<Both> {
  const [sound, marks] = await Promise.all([ask({ ...call, output: 'sound' }), ask({ ...call, output: 'marks' })]);
  if ('refusal' in sound) return sound;
  if ('refusal' in marks) return marks;
  return { sound: sound.bytes, marks: marks.bytes, characters: sound.characters + marks.characters };
}

function readPiece(
  { sound, marks }: { sound: Uint8Array; marks: Uint8Array },
  { locate }: PollyDocument,
): Pick<SaidPiece, 'samples' | 'cues'> {
  const samples = readSamples(sound);
  const cues = readMarks(marks).flatMap((mark): Cue[] => {
    const time = mark.time / 1000;
    if (mark.type === 'word') return [{ type: 'word', time, at: locate(mark.start) }];
    return mark.type === 'sentence' ? [] : [{ type: mark.type, time, value: mark.value }];
  });
  return { samples, cues: [...cues, { type: 'end', time: samples.length / POLLY_RATE }] };
}

function readSamples(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(bytes.byteLength >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / FULL_SCALE;
  return samples;
}

export function joinSounds(pieces: readonly SaidPiece[]): Audio {
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.samples.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece.samples, at);
    at += piece.samples.length;
  }
  return { samples, sampleRate: POLLY_RATE };
}

/** Marks of a piece count from its first sample; Polly rounds to ms, so the last may lie beyond its sound. */
export function joinCues(pieces: readonly SaidPiece[], factor: number, duration: number): Cue[] {
  let before = 0;
  return pieces.flatMap(({ samples, cues }) => {
    const start = before / POLLY_RATE;
    before += samples.length;
    const end = before / POLLY_RATE;
    return cues.map((cue) => ({ ...cue, time: Math.min(duration, Math.min(end, start + cue.time) * factor) }));
  });
}
