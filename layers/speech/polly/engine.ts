import type { Language } from '../../contract/index.ts';
import { formantVoice } from '../embedded/voices.ts';
import { checkLength } from '../length.ts';
import { stretch } from '../sound/stretch.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError, type SpeechRequest } from '../speech.ts';
import { parseText } from '../text/parse.ts';
import type { Script } from '../text/script.ts';
import { findSentences, locateWords, type Span } from '../text/words.ts';
import { type AskPolly, POLLY_RATE, type PollyCall } from './call.ts';
import { type PollyDocument, RATE_LIMITS, writeDocument } from './document.ts';
import { readMarks } from './marks.ts';
import { fitsRequest, splitText } from './split.ts';
import { type Cue, timeMarks, timeSounds } from './timeline.ts';
import { type ChosenVoice, choosePollySpeaker, choosePollyVoice } from './voices.ts';

/** How far the samples of 16 bits reach. */
const FULL_SCALE = 32768;

/** Characters of the text that an error quotes. */
const QUOTED = 30;

/**
 * The engine that speaks with Amazon Polly's voices. What Polly does not speak, the embedded engine does.
 *
 * @param ask Sends one request to Polly.
 * @param embedded Reads the text too: it knows which sounds the visemes stand for.
 * @returns an engine whose `speak` throws SpeechError for malformed SSML, an unknown voice, or a text without a word, and what
 *   `ask` throws
 */
export function createPollyEngine(ask: AskPolly, embedded: SpeechEngine): SpeechEngine {
  return {
    name: 'polly',
    // The embedded engine tells the sounds that the visemes stand for.
    version: embedded.version,
    async speak(request) {
      const chosen = choosePollyVoice(request.language, request.sex, request.voice);
      return chosen ? speak(ask, embedded, request, chosen) : speakElsewhere(embedded, request);
    },
  };
}

async function speakElsewhere(embedded: SpeechEngine, request: SpeechRequest): Promise<Speech> {
  const speech = await embedded.speak(request);
  const warning = `Amazon Polly has no voice for ${request.language}; the embedded engine speaks.`;
  return { ...speech, warnings: [warning, ...speech.warnings] };
}

async function speak(
  ask: AskPolly,
  embedded: SpeechEngine,
  { text, language, sex, speed }: SpeechRequest,
  usual: ChosenVoice,
): Promise<Speech> {
  // First: a text without a word, one that takes too long, or malformed SSML is refused before it costs anything.
  const reading = await embedded.speak({ text, language, sex, speed, voice: formantVoice(language, sex) });
  const script = parseText(text, language);
  const tempo = Math.max(RATE_LIMITS.min, Math.min(RATE_LIMITS.max, speed));
  const turns = findTurns(script, usual, language);
  const chosenFor = (piece: Span) => turns.findLast(({ from }) => from <= piece.from)?.chosen ?? usual;
  const write = (piece: Span, bare = false) =>
    writeDocument(script, piece, { tier: chosenFor(piece).tier, speed: tempo, bare });
  const fits = (piece: Span) => fitsRequest(write(piece), language) && fitsRequest(write(piece, true), language);
  const spans = locateWords(script.text, reading.timeline.words);
  const cuts = turns
    .filter(({ chosen }, i) => chosen.voice !== (turns[i - 1]?.chosen ?? usual).voice)
    .map(({ from }) => from);
  const pieces = splitText(script.text, language, fits, cuts).filter((piece) =>
    spans.some((word) => overlap(word, piece)),
  );
  const crowded = pieces.find((piece) => !fits(piece));
  if (crowded) throw tooDense(script.text.slice(crowded.from, crowded.from + QUOTED));
  const factor = tempo / speed;
  const said: SaidPiece[] = [];
  let seconds = 0;
  for (const piece of pieces) {
    const { voice, tier } = chosenFor(piece);
    const call = { voice: voice.id, tier, ...(voice.code && { language: voice.code }) };
    const spoken = await sayPiece(ask, call, (bare) => write(piece, bare));
    seconds += (spoken.samples.length / POLLY_RATE) * factor;
    checkLength(seconds);
    said.push(spoken);
  }
  const audio = changeTempo(joinSounds(said), factor);
  const duration = audio.samples.length / audio.sampleRate;
  if (duration === 0) throw new SpeechError('Nothing to say', `${usual.voice.id} finds nothing to say in it.`, 'text');
  const cues = joinCues(said, factor, duration);
  const { words, phones } = timeSounds(script.text, spans, cues, reading.timeline);
  const marks = timeMarks(script, findSentences(script.text, language), spans, words, cues);
  return {
    audio,
    timeline: { language, engine: 'polly', voice: usual.voice.id, duration, words, phones, marks },
    warnings: [
      ...new Set([
        ...script.warnings,
        ...usual.warnings,
        ...turns.flatMap(({ chosen }) => chosen.warnings),
        ...said.flatMap((piece) => piece.warnings),
      ]),
    ],
    billedCharacters: said.reduce((sum, { billed }) => sum + billed, 0),
  };
}

const tooDense = (place: string) =>
  new SpeechError(
    'Too much markup',
    `at "${place}" it has more markup or longer pauses than Amazon Polly takes in one request; take some away there.`,
    'text',
  );

/** From where on a voice speaks. */
interface Turn {
  from: number;
  chosen: ChosenVoice;
}

/** Who says each spoken item: the voice of the text, or the one that `<voice>` asks for. */
function findTurns({ items }: Script, usual: ChosenVoice, language: Language): Turn[] {
  const turns: Turn[] = [];
  for (const item of items) {
    if (item.kind !== 'spoken') continue;
    const { speaker, language: own = language } = item.style;
    const chosen = speaker ? choosePollySpeaker(usual, speaker, own) : usual;
    turns.push({ from: item.from, chosen });
  }
  return turns;
}

const overlap = (a: Span, b: Span) => a.from < b.to && b.from < a.to;

/** The sound of one request, and its marks in seconds of that sound. */
interface SaidPiece {
  samples: Float32Array;
  cues: Cue[];
  warnings: string[];
  /** Characters that are paid for: of sound and marks, which are two requests. */
  billed: number;
}

async function sayPiece(
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

function joinSounds(pieces: readonly SaidPiece[]): Audio {
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.samples.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece.samples, at);
    at += piece.samples.length;
  }
  return { samples, sampleRate: POLLY_RATE };
}

/** Marks of a piece count from its first sample; Polly rounds to ms, so the last may lie beyond its sound. */
function joinCues(pieces: readonly SaidPiece[], factor: number, duration: number): Cue[] {
  let before = 0;
  return pieces.flatMap(({ samples, cues }) => {
    const start = before / POLLY_RATE;
    before += samples.length;
    const end = before / POLLY_RATE;
    return cues.map((cue) => ({ ...cue, time: Math.min(duration, Math.min(end, start + cue.time) * factor) }));
  });
}

/** Beyond what Polly can do itself, the sound is stretched or squeezed. */
const changeTempo = (audio: Audio, factor: number): Audio => (factor === 1 ? audio : stretch(audio, factor));
