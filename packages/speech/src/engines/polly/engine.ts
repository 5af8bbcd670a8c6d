import type { PreferredPollyEngine } from '@talking-avatar/contract';
import { stretch } from '../../audio/stretch.ts';
import type { AlignSpeech } from '../../speech.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError, type SpeechRequest } from '../../speech.ts';
import { parseText } from '../../text/parse.ts';
import { findSentences, locateWords, type Span } from '../../text/words.ts';
import { checkDuration } from '../check-duration.ts';
import { espeakVoice } from '../embedded/voices.ts';
import { RATE_LIMITS, writeDocument } from './document.ts';
import { EngineUnavailableError, joinAudio, joinCues, type SynthesizedPiece, synthesizePiece } from './piece.ts';
import { POLLY_SAMPLE_RATE, type SendPollyRequest } from './request.ts';
import { fitsRequest, splitText } from './split.ts';
import { timeMarks, timePhones } from './timeline.ts';
import { findVoiceTurns } from './voice-turns.ts';
import { type ChosenVoice, choosePollyVoice, nameChosenVoice } from './voices.ts';

/** Maximum number of characters of the text to quote in an error. */
const MAX_QUOTED = 30;

export interface GenerativeOptions {
  /** Aligns the audio of generative voices with the text, because they don't provide marks. */
  align: AlignSpeech;
  /** Preferred engine for voices that have several. The default is neural; clients can name another. */
  prefer?: PreferredPollyEngine;
}

/**
 * Creates the engine that uses Amazon Polly's voices. The embedded engine speaks languages that Polly does not support.
 * @param send Sends one request to Polly.
 * @param embedded Speaks the other languages, and determines the phones to match with Polly's visemes.
 * @returns an engine whose `speak` throws SpeechError for malformed SSML, an unknown voice, text without words, and overlong speech, and
 * rethrows errors from `send`
 */
export function createPollyEngine(send: SendPollyRequest, embedded: SpeechEngine, { align, prefer }: GenerativeOptions): SpeechEngine {
  const choose = ({ language, sex, voice, actor }: Omit<SpeechRequest, 'text' | 'speed'>) =>
    choosePollyVoice(language, sex, voice, actor, prefer);
  return {
    name: 'polly',
    // The embedded engine determines the phones.
    version: embedded.version,
    chooseVoice(request) {
      const chosen = choose(request);
      return chosen ? nameChosenVoice(chosen) : embedded.chooseVoice(request);
    },
    async speak(request) {
      const chosen = choose(request);
      if (!chosen) return speakWithEmbedded(embedded, request);
      if (chosen.tier !== 'generative') return speak(send, embedded, request, chosen);
      return speakGeneratively(send, embedded, request, chosen, align);
    },
  };
}

/** Speaks with a generative voice and aligns its audio. If that fails, uses the voice's next engine. */
async function speakGeneratively(
  send: SendPollyRequest,
  embedded: SpeechEngine,
  request: SpeechRequest,
  chosen: ChosenVoice,
  align: AlignSpeech,
): Promise<Speech> {
  const { text, language, sex } = request;
  let billed = 0;
  let reason: string;
  try {
    const speech = await speak(send, embedded, request, chosen);
    billed = speech.billedCharacters ?? 0;
    const { words, phones, marks } = (await align({ audio: speech.audio, text, language, sex })).timeline;
    return { ...speech, timeline: { ...speech.timeline, words, phones, marks } };
  } catch (error) {
    if (error instanceof EngineUnavailableError) reason = `is not available (${error.message})`;
    // The text was valid, so the error is about speech that does not match it.
    else if (error instanceof SpeechError && billed > 0) reason = `did not speak the text correctly (${error.message})`;
    else throw error;
  }
  const [tier] = chosen.voice.tiers;
  const speech = await speak(send, embedded, request, { ...chosen, tier });
  const warning = `Amazon Polly's generative voice ${chosen.voice.id} ${reason}; using the ${tier} voice instead.`;
  const billedCharacters = billed + (speech.billedCharacters ?? 0);
  return { ...speech, warnings: [warning, ...speech.warnings], billedCharacters };
}

async function speakWithEmbedded(embedded: SpeechEngine, request: SpeechRequest): Promise<Speech> {
  const speech = await embedded.speak(request);
  const warning = `Amazon Polly has no voice for ${request.language}; using the embedded engine instead.`;
  return { ...speech, warnings: [warning, ...speech.warnings] };
}

async function speak(
  send: SendPollyRequest,
  embedded: SpeechEngine,
  { text, language, sex, speed }: SpeechRequest,
  mainVoice: ChosenVoice,
): Promise<Speech> {
  // This comes first so that invalid or overlong text is rejected before it costs anything.
  const reference = await embedded.speak({ text, language, sex, speed, voice: espeakVoice(language, sex) });
  const script = parseText(text, language);
  const tempo = Math.max(RATE_LIMITS.min, Math.min(RATE_LIMITS.max, speed));
  const turns = findVoiceTurns(script, mainVoice, language);
  const chosenFor = (piece: Span) => turns.findLast(({ from }) => from <= piece.from)?.chosen ?? mainVoice;
  const write = (piece: Span, bare = false) => writeDocument(script, piece, { tier: chosenFor(piece).tier, speed: tempo, bare });
  const fits = (piece: Span) => fitsRequest(write(piece), language) && fitsRequest(write(piece, true), language);
  const spans = locateWords(script.text, reference.timeline.words);
  const cuts = turns.filter(({ chosen }, i) => chosen.voice !== (turns[i - 1]?.chosen ?? mainVoice).voice).map(({ from }) => from);
  const pieces = splitText(script.text, language, fits, cuts).filter((piece) => spans.some((word) => overlaps(word, piece)));
  const oversized = pieces.find((piece) => !fits(piece));
  if (oversized) throw tooMuchMarkupError(script.text.slice(oversized.from, oversized.from + MAX_QUOTED));
  const factor = tempo / speed;
  const spokenPieces: SynthesizedPiece[] = [];
  let seconds = 0;
  for (const piece of pieces) {
    const { voice, tier } = chosenFor(piece);
    const call = { voice: voice.id, tier, ...(voice.code && { language: voice.code }) };
    const spoken = await synthesizePiece(send, call, (bare) => write(piece, bare));
    seconds += (spoken.samples.length / POLLY_SAMPLE_RATE) * factor;
    checkDuration(seconds);
    spokenPieces.push(spoken);
  }
  const audio = changeTempo(joinAudio(spokenPieces), factor);
  const duration = audio.samples.length / audio.sampleRate;
  if (duration === 0) throw new SpeechError('Nothing to say', `${mainVoice.voice.id} finds no words in it; check the language.`, 'text');
  const cues = joinCues(spokenPieces, factor, duration);
  const { words, phones } = timePhones(script.text, spans, cues, reference.timeline);
  const marks = timeMarks(script, findSentences(script.text, language), spans, words, cues);
  return {
    audio,
    timeline: { language, engine: 'polly', voice: nameChosenVoice(mainVoice), duration, words, phones, marks },
    warnings: [
      ...new Set([
        ...script.warnings,
        ...mainVoice.warnings,
        ...turns.flatMap(({ chosen }) => chosen.warnings),
        ...spokenPieces.flatMap((piece) => piece.warnings),
      ]),
    ],
    billedCharacters: spokenPieces.reduce((sum, { billed }) => sum + billed, 0),
  };
}

const tooMuchMarkupError = (place: string) =>
  new SpeechError(
    'Too much markup',
    `at "${place}" it has more markup or longer pauses than Amazon Polly allows in one request; remove some of them there.`,
    'text',
  );

const overlaps = (a: Span, b: Span) => a.from < b.to && b.from < a.to;

/** Stretches audio if Polly cannot speak at the requested tempo. */
const changeTempo = (audio: Audio, factor: number): Audio => (factor === 1 ? audio : stretch(audio, factor));
