import type { Audio } from '../../speech.ts';
import type { PollyDocument } from './document.ts';
import { readMarks } from './marks.ts';
import { POLLY_SAMPLE_RATE, type PollyRequest, type PollyResponse, type SendPollyRequest } from './request.ts';
import type { Cue } from './timeline.ts';

/** Full scale of 16-bit samples. */
const FULL_SCALE = 32768;

/** The audio of a piece, and its marks, in seconds from the start of the piece. */
export interface SynthesizedPiece {
  samples: Float32Array;
  cues: Cue[];
  warnings: string[];
  /** Number of characters that Polly charges for, in total for the audio request and the marks request. */
  billed: number;
}

/** Thrown if the engine of a voice is not available in the deployment's region. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/**
 * Synthesizes a piece, including its marks if the engine supports them. If Polly rejects the markup, the text is spoken without markup, and
 * a warning is added.
 */
export async function synthesizePiece(
  send: SendPollyRequest,
  call: Omit<PollyRequest, 'ssml' | 'output'>,
  write: (bare: boolean) => PollyDocument,
): Promise<SynthesizedPiece> {
  const document = write(false);
  const answer = await requestAudioAndMarks(send, { ...call, ssml: document.ssml });
  if (!('refusal' in answer)) {
    return { ...readPiece(answer, document), warnings: document.warnings, billed: answer.characters };
  }
  const bare = write(true);
  const second = await requestAudioAndMarks(send, { ...call, ssml: bare.ssml });
  if ('refusal' in second) throw new Error(`Amazon Polly rejected text without markup: ${second.refusal}`);
  const tags = findTags(document.ssml).join(', ');
  const warning = `Amazon Polly rejected ${tags} for the voice ${call.voice} (${answer.refusal}); the text is spoken without it.`;
  return { ...readPiece(second, bare), warnings: [...document.warnings, warning], billed: second.characters };
}

/** Lists the tags that the bare document omits. */
function findTags(ssml: string): string[] {
  const names = [...ssml.matchAll(/<([\w:-]+)/g)].map(([, name]) => `<${name}>`);
  return [...new Set(names)].filter((name) => name !== '<speak>' && name !== '<mark>');
}

type AudioAndMarks = { audio: Uint8Array; marks: Uint8Array | undefined; characters: number } | { refusal: string };

async function requestAudioAndMarks(send: SendPollyRequest, call: Omit<PollyRequest, 'output'>): Promise<AudioAndMarks> {
  const outputs = call.tier === 'generative' ? (['sound'] as const) : (['sound', 'marks'] as const);
  const [audio, marks] = await Promise.all(outputs.map((output) => send({ ...call, output })));
  for (const answer of [audio, marks]) {
    if (answer && 'refusal' in answer) return answer;
    if (answer && 'unavailable' in answer) throw new EngineUnavailableError(answer.unavailable);
  }
  if (!isContent(audio)) throw new Error('Amazon Polly returned no audio');
  if (!isContent(marks)) return { audio: audio.bytes, marks: undefined, characters: audio.characters };
  return { audio: audio.bytes, marks: marks.bytes, characters: audio.characters + marks.characters };
}

const isContent = (answer: PollyResponse | undefined): answer is { bytes: Uint8Array; characters: number } =>
  answer !== undefined && 'bytes' in answer;

function readPiece(
  { audio, marks }: { audio: Uint8Array; marks: Uint8Array | undefined },
  { locate }: PollyDocument,
): Pick<SynthesizedPiece, 'samples' | 'cues'> {
  const samples = readSamples(audio);
  const cues = readMarks(marks ?? new Uint8Array()).flatMap((mark): Cue[] => {
    const time = mark.time / 1000;
    if (mark.type === 'word') return [{ type: 'word', time, at: locate(mark.start) }];
    return mark.type === 'sentence' ? [] : [{ type: mark.type, time, value: mark.value }];
  });
  return { samples, cues: [...cues, { type: 'end', time: samples.length / POLLY_SAMPLE_RATE }] };
}

function readSamples(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(bytes.byteLength >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / FULL_SCALE;
  return samples;
}

export function joinAudio(pieces: readonly SynthesizedPiece[]): Audio {
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.samples.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece.samples, at);
    at += piece.samples.length;
  }
  return { samples, sampleRate: POLLY_SAMPLE_RATE };
}

/**
 * Joins the marks of all pieces. Their times are in seconds from the start of the whole audio, after stretching it by `factor` to
 * `duration` seconds. Polly rounds times to ms, so the last mark of a piece may be after the end of its audio.
 */
export function joinCues(pieces: readonly SynthesizedPiece[], factor: number, duration: number): Cue[] {
  let before = 0;
  return pieces.flatMap(({ samples, cues }) => {
    const start = before / POLLY_SAMPLE_RATE;
    before += samples.length;
    const end = before / POLLY_SAMPLE_RATE;
    return cues.map((cue) => ({ ...cue, time: Math.min(duration, Math.min(end, start + cue.time) * factor) }));
  });
}
