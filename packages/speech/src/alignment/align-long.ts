import type { Phone } from '@talking-avatar/contract';
import type { Audio, Speech } from '../speech.ts';
import { findCoarsePath } from './coarse-path.ts';
import type { Edit } from './edits.ts';
import { matchSpeech } from './matching.ts';
import { findMismatches, type WindowScore } from './mismatches.ts';
import { cutAudio, divideReference, findQuietest, LONGEST_WITH_OVERLAP, type Piece } from './pieces.ts';
import { addPausesOfRecording } from './reference-pauses.ts';
import { extractSpeechFeatures } from './speech-features.ts';
import { completeTimeline, placePhones } from './transfer.ts';
import { checkSpeechRate, explainDurationMismatch, SLOWEST_TEMPO } from './try-alignment.ts';
import { isNoiseCost, validateLongRecording } from './validation.ts';
import { warnOfEdits, warnOfOtherSounds } from './warnings.ts';

/** Maximum duration of recorded speech to align with a piece, in seconds, after pauses are shortened. Limits memory use. */
const LONGEST_STRETCH = LONGEST_WITH_OVERLAP * SLOWEST_TEMPO;

interface AlignedPiece {
  phones: Phone[];
  /** Duration of the piece's reference, in seconds. Used as the weight of its cost. */
  seconds: number;
  cost: number;
  /** False if the piece was not compared with the recording because its part of the recording was too long. */
  isMatched: boolean;
  windows: WindowScore[];
  edits: Edit[];
  otherSounds: { start: number; end: number }[];
}

/**
 * Aligns a long recording in pieces, so that memory use does not grow with its length. A coarse path through the whole recording locates
 * the pieces of the text, and each piece is aligned together with a few words of its neighbors.
 * @throws SpeechError if the recording does not contain the text
 */
export function alignLongRecording(
  spoken: Speech,
  audio: Audio,
  hint: string | undefined,
): Pick<Speech, 'timeline' | 'warnings'> & { cost: number } {
  const duration = audio.samples.length / audio.sampleRate;
  const usual = spoken.timeline.duration;
  const locate = findCoarsePath(spoken.audio, audio);
  const aligned = divideReference(spoken.timeline).map((piece) => alignPiece(piece, spoken, audio, locate));
  const phones = aligned.flatMap((piece) => piece.phones);
  const timeline = completeTimeline(spoken.timeline, phones, { toTargetTime: locate, duration });
  const windows = aligned.flatMap((piece) => piece.windows);
  const seconds = aligned.reduce((sum, piece) => sum + piece.seconds, 0);
  const cost = aligned.reduce((sum, piece) => sum + piece.cost * piece.seconds, 0) / seconds;
  const reason = hint ?? explainDurationMismatch(usual, duration);
  const isNoise = aligned.every((piece) => piece.isMatched && isNoiseCost(piece.cost));
  const edits = aligned.flatMap((piece) => piece.edits);
  const warnings = [...validateLongRecording(cost, windows, timeline, () => edits, reason, isNoise), ...checkSpeechRate(usual, duration)];
  if (warnings.length === 0) warnings.push(...warnOfEdits(edits, timeline));
  warnings.push(...warnOfOtherSounds(aligned.flatMap((piece) => piece.otherSounds)));
  return { timeline, cost, warnings };
}

function alignPiece(piece: Piece, spoken: Speech, audio: Audio, locate: (time: number) => number): AlignedPiece {
  const duration = audio.samples.length / audio.sampleRate;
  const { words, phones } = spoken.timeline;
  const isFirst = piece.words.start === 0;
  const isLast = piece.words.end === words.length;
  const start = isFirst ? 0 : findQuietest(audio, locate(piece.start));
  const end = isLast ? duration : Math.max(findQuietest(audio, locate(piece.end)), start + 1);
  const isWithin = ({ word, ...phone }: Phone) => phone.start >= piece.start - 1e-6 && phone.end <= piece.end + 1e-6;
  const own = phones.filter(isWithin).map((phone) => ({ ...phone, start: phone.start - piece.start, end: phone.end - piece.start }));
  const select = (placed: readonly Phone[]) => selectWords(placed, piece.words);
  const stretch = cutAudio(audio, start, end);
  if (end - start > LONGEST_STRETCH && measureSpeech(stretch) > LONGEST_STRETCH) return skipPiece(piece, select(own), locate);
  const firstWord = words.findIndex((word) => word.start >= piece.start - 1e-6);
  const ownWords = words
    .filter((word) => word.start >= piece.start - 1e-6 && word.end <= piece.end + 1e-6)
    .map((word) => ({ ...word, start: word.start - piece.start, end: word.end - piece.start }));
  const timeline = { ...spoken.timeline, duration: piece.end - piece.start, words: ownWords, phones: own, marks: [] };
  const reference = addPausesOfRecording({ audio: cutAudio(spoken.audio, piece.start, piece.end), timeline }, stretch);
  const match = matchSpeech(reference.audio, stretch, !isFirst && !isLast);
  const windows = match.scoreWindows();
  const placed = select(placePhones(reference.timeline.phones, { ...match, duration: end - start }));
  const shift = <Item extends { start: number; end: number }>(item: Item): Item => ({
    ...item,
    start: item.start + start,
    end: item.end + start,
  });
  const [from, to] = [(placed[0]?.start ?? 0) + start, (placed.at(-1)?.end ?? 0) + start];
  const isOwn = (item: { start: number; end: number }) => {
    const middle = (item.start + item.end) / 2;
    return (isFirst || middle >= from) && (isLast || middle < to);
  };
  return {
    phones: placed.map(shift),
    seconds: piece.end - piece.start,
    cost: match.cost,
    isMatched: true,
    windows: windows.map(shift).filter(isOwn),
    edits: match
      .compareWords(
        reference.timeline.words.map((word) => word.end),
        findMismatches(windows).length > 0,
      )
      .map((edit) => ({ ...shift(edit), first: edit.first + firstWord, last: edit.last + firstWord }))
      .filter(isOwn),
    otherSounds: match.otherSounds.map(shift).filter(isOwn),
  };
}

function measureSpeech(audio: Audio): number {
  const { frames, hop } = extractSpeechFeatures(audio);
  return frames.count * hop;
}

/** Selects the phones of the words, and the pauses after them. */
function selectWords(phones: readonly Phone[], { start, end }: { start: number; end: number }): Phone[] {
  const first = phones.findIndex(({ word }) => word !== null && word >= start);
  const next = phones.findIndex(({ word }) => word !== null && word >= end);
  if (first < 0) return [];
  return phones.slice(first, next < 0 ? phones.length : next);
}

/**
 * Handles a piece whose words the coarse path spreads too far apart. The words keep their times from the coarse path, and nothing counts as
 * a match.
 */
function skipPiece(piece: Piece, own: readonly Phone[], locate: (time: number) => number): AlignedPiece {
  const move = <Item extends { start: number; end: number }>(item: Item): Item => ({
    ...item,
    start: locate(item.start + piece.start),
    end: locate(item.end + piece.start),
  });
  const window = {
    ...move({ start: 0, end: piece.end - piece.start }),
    reference: { start: piece.start, end: piece.end },
    margin: 0,
    phoneticMargin: 0,
  };
  return {
    phones: own.map(move),
    seconds: piece.end - piece.start,
    cost: 1,
    isMatched: false,
    windows: Array.from({ length: 4 }, () => window),
    edits: [],
    otherSounds: [],
  };
}
