import { stretch } from '../../audio/stretch.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError, type SpeechRequest } from '../../speech.ts';
import { parseText } from '../../text/parse.ts';
import { findSentences, locateWords, type Span } from '../../text/words.ts';
import { checkLength } from '../check-duration.ts';
import { formantVoice } from '../embedded/voices.ts';
import { RATE_LIMITS, writeDocument } from './document.ts';
import { joinCues, joinSounds, type SaidPiece, sayPiece } from './piece.ts';
import { type AskPolly, POLLY_RATE } from './request.ts';
import { fitsRequest, splitText } from './split.ts';
import { timeMarks, timeSounds } from './timeline.ts';
import { findTurns } from './voice-turns.ts';
import { type ChosenVoice, choosePollyVoice } from './voices.ts';

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
    chooseVoice: (request) => choose(request)?.voice.id ?? embedded.chooseVoice(request),
    async speak(request) {
      const chosen = choose(request);
      return chosen ? speak(ask, embedded, request, chosen) : speakElsewhere(embedded, request);
    },
  };
}

const choose = ({ language, sex, voice, actor }: Omit<SpeechRequest, 'text' | 'speed'>) =>
  choosePollyVoice(language, sex, voice, actor);

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

const overlap = (a: Span, b: Span) => a.from < b.to && b.from < a.to;

/** Beyond what Polly can do itself, the sound is stretched or squeezed. */
const changeTempo = (audio: Audio, factor: number): Audio => (factor === 1 ? audio : stretch(audio, factor));
