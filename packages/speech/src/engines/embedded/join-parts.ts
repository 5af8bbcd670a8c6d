import { measureLoudness } from '../../audio/loudness.ts';
import { resample } from '../../audio/resample.ts';
import type { Script } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { concatenate, fadeEdge, type SpokenPart } from './pauses.ts';

/**
 * Pause where the voice changes, in seconds, depending on the text between the two words. It is the same as the pause within a sentence
 * spoken by one voice.
 */
const PAUSES: readonly (readonly [RegExp, number])[] = [
  [/[.!?…।。！？]["')\]»”]*\s/u, 0.4],
  [/[,;:،、，；：—–]/u, 0.2],
  [/./su, 0.04],
];

/** Length of sound to keep before the first phone of a part and after its last phone, in seconds, to allow for attack and decay. */
const EDGE = 0.015;
/** Maximum loudness change to match another part, in dB. */
const MAX_GAIN = 12;

/** Finds the pauses in the text, in seconds, keyed by the index of the following word. */
export function findBreaks({ items }: Script, words: readonly Span[]): Map<number, number> {
  const breaks = new Map<number, number>();
  let at = 0;
  let next = 0;
  for (const item of items) {
    if (item.kind === 'spoken') at = item.to;
    if (item.kind !== 'pause') continue;
    while (next < words.length && words[next]!.from < at) next++;
    breaks.set(next, (breaks.get(next) ?? 0) + item.seconds);
  }
  return breaks;
}

/**
 * Joins parts spoken by different voices, at the sample rate and loudness of the first part, with the pauses in the text (see
 * `findBreaks`).
 */
export function joinParts(
  parts: readonly SpokenPart[],
  text: string,
  words: readonly Span[],
  breaks: ReadonlyMap<number, number>,
): SpokenPart {
  const audible = parts.filter(({ phones }) => phones.some(({ word }) => word !== null));
  const [first, ...others] = audible.length > 0 ? audible : parts.slice(0, 1);
  if (!first || others.length === 0) return first ?? { samples: new Float32Array(0), sampleRate: 16_000, phones: [] };
  const { sampleRate } = first;
  const loudness = measureLoudness(first).integrated;
  const matched = [first, ...others.map((part) => matchLoudness(convertRate(part, sampleRate), loudness))];
  const pieces: Float32Array[] = [];
  const phones: SpokenPart['phones'] = [];
  let length = 0;
  matched.forEach((part, i) => {
    const sounds = part.phones.filter(({ word }) => word !== null);
    const isLast = i === matched.length - 1;
    const from = i === 0 ? 0 : Math.max(0, Math.round(((sounds[0]?.start ?? 0) - EDGE) * sampleRate));
    const end = isLast ? Number.POSITIVE_INFINITY : Math.round(((sounds.at(-1)?.end ?? 0) + EDGE) * sampleRate);
    const to = Math.min(part.samples.length, end);
    const shift = (length - from) / sampleRate;
    pieces.push(fadeEdge(part.samples.slice(from, to), sampleRate, i > 0, !isLast));
    length += to - from;
    const kept = part.phones.slice(
      i === 0 ? 0 : part.phones.indexOf(sounds[0]!),
      isLast ? undefined : part.phones.indexOf(sounds.at(-1)!) + 1,
    );
    phones.push(...kept.map((phone) => ({ ...phone, start: phone.start + shift, end: phone.end + shift })));
    if (isLast) return;
    const next = matched[i + 1]!.phones.find(({ word }) => word !== null);
    const pause = findPause(text, words, sounds.at(-1)?.word ?? 0, next?.word ?? 0, breaks);
    // The edges that are kept are part of the pause.
    const silence = Math.max(
      0,
      Math.round(pause * sampleRate) -
        (to - Math.round(sounds.at(-1)!.end * sampleRate)) -
        Math.min(Math.round(EDGE * sampleRate), Math.round(next!.start * sampleRate)),
    );
    pieces.push(new Float32Array(silence));
    length += silence;
  });
  return { samples: concatenate(pieces), sampleRate, phones: addPauses(phones) };
}

function findPause(text: string, words: readonly Span[], before: number, after: number, breaks: ReadonlyMap<number, number>): number {
  for (let word = before + 1; word <= after; word++) if (breaks.has(word)) return breaks.get(word)!;
  const between = text.slice(words[before]!.to, words[after]!.from);
  return PAUSES.find(([pattern]) => pattern.test(`${between} `))![1];
}

/** Minimum gap between phones that becomes a pause, in seconds. */
const SHORTEST_PAUSE = 0.05;

function addPauses(phones: SpokenPart['phones']): SpokenPart['phones'] {
  return phones.flatMap((phone, i) => {
    const end = phones[i - 1]?.end ?? phone.start;
    if (phone.start - end >= SHORTEST_PAUSE) {
      return [{ symbol: 'sil', start: end, end: phone.start, stress: 0 as const, word: null }, phone];
    }
    return [{ ...phone, start: end }];
  });
}

function convertRate(part: SpokenPart, sampleRate: number): SpokenPart {
  if (part.sampleRate === sampleRate) return part;
  return { ...part, samples: resample(part, part.sampleRate / sampleRate).samples, sampleRate };
}

function matchLoudness(part: SpokenPart, loudness: number): SpokenPart {
  const difference = loudness - measureLoudness(part).integrated;
  if (!Number.isFinite(difference)) return part;
  const gain = 10 ** (Math.max(-MAX_GAIN, Math.min(MAX_GAIN, difference)) / 20);
  return { ...part, samples: part.samples.map((sample) => sample * gain) };
}
