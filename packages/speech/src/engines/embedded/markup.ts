import type { Item, Script, SpokenItem, Style } from '../../text/script.ts';
import { PICTURE, type Span } from '../../text/words.ts';
import type { PhonemeNotation } from './pronunciation.ts';

/** Text in espeak-ng's markup, and the position of each of the script's words in it. */
export interface Markup {
  markup: string;
  /** Range of each word, in code points of `markup`. */
  wordSpans: Span[];
  /** The word, its letters, its alias (at the first of several replaced words), or the IPA symbols of its pronunciation. */
  spokenForms: (string | readonly string[])[];
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Writes a script in espeak-ng markup. Omits language changes, which espeak-ng does not support within a text, and marks, which espeak-ng
 * drops at the end of a clause. The times of marks are derived from the surrounding words.
 * @param readings Normalized form of each word, or undefined if the word is spoken as written.
 * @param slower Factor for the duration of pauses.
 */
export function writeMarkup(
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[] = [],
  pronunciations: ReadonlyMap<Item, PhonemeNotation> = new Map(),
  slower = 1,
): Markup {
  const out = new Writer();
  const replacements = new Map<number, Replacement>();
  words.forEach(({ from, to }, i) => {
    const spokenForm = readings[i];
    if (spokenForm !== undefined) replacements.set(from, { to, spokenForm });
  });
  const offsets = new Map<number, Span>();
  for (const item of script.items) {
    if (item.kind === 'pause') out.write(`<break time="${Math.round(item.seconds * slower * 1000)}ms"/>`);
    if (item.kind === 'spoken') {
      writeSpoken(out, offsets, script.text, item, { pronunciation: pronunciations.get(item), replacements });
    }
  }
  const wordSpans = words.map(({ from, to }) => ({
    from: offsets.get(from)?.from ?? 0,
    to: offsets.get(to - 1)?.to ?? 0,
  }));
  return {
    markup: out.text,
    wordSpans,
    spokenForms: words.map((word, i) => findSpokenForm(script, word, readings[i], pronunciations)),
  };
}

/** Spoken form that replaces the text up to `to`. */
interface Replacement {
  to: number;
  spokenForm: string;
}

/** Finds a word's spoken form: its normalized form, its letters, its alias, or the word itself. */
export function findSpokenForm(
  { text, items }: Script,
  { from, to }: Span,
  reading: string | undefined,
  pronunciations: ReadonlyMap<Item, PhonemeNotation> = new Map(),
): string | readonly string[] {
  if (reading !== undefined) return reading;
  const item = items.find((item): item is SpokenItem => item.kind === 'spoken' && item.from <= from && from < item.to);
  const { alias, spelled } = item?.style ?? {};
  const replaced = (item && pronunciations.get(item))?.symbols ?? alias;
  if (replaced !== undefined) return text.slice(item!.from, from).trim() === '' ? replaced : '';
  const word = text.slice(from, to);
  return spelled ? [...word].join(' ') : word;
}

function writeSpoken(
  out: Writer,
  offsets: Map<number, Span>,
  text: string,
  { from, to, style }: SpokenItem,
  { pronunciation, replacements }: { pronunciation: PhonemeNotation | undefined; replacements: ReadonlyMap<number, Replacement> },
): void {
  const tags = openingTags(style);
  for (const [, tag] of tags) out.write(tag);
  if (style.alias === undefined && !pronunciation) {
    for (let at = from; at < to; ) {
      const reading = replacements.get(at);
      if (reading && reading.to <= to) {
        const start = out.length;
        out.write(escapeMarkup(reading.spokenForm));
        for (let unit = at; unit < reading.to; unit++) offsets.set(unit, { from: start, to: out.length });
        at = reading.to;
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(at)!);
      // `[[` would start phoneme notation, and the engine would speak the names of pictographs.
      if (character === '[' && text[at - 1] === '[') out.write(' ');
      const start = out.length;
      out.write(PICTURE.test(character) ? ' ' : (ESCAPES[character] ?? character));
      for (let unit = 0; unit < character.length; unit++) offsets.set(at + unit, { from: start, to: out.length });
      at += character.length;
    }
  } else {
    const start = out.length;
    out.write(pronunciation ? `[[${escapeMarkup(pronunciation.names)}]]` : escapeMarkup(style.alias ?? ''));
    for (let at = from; at < to; at++) offsets.set(at, { from: start, to: out.length });
  }
  for (const [name] of tags.toReversed()) out.write(`</${name}>`);
}

function openingTags({ rate, pitch, emphasis, spelled }: Style): [name: string, tag: string][] {
  const tags: [string, string][] = [];
  const percent = (factor: number) => `${Math.round(factor * 100)}%`;
  const prosody = [rate === undefined ? '' : ` rate="${percent(rate)}"`, pitch === undefined ? '' : ` pitch="${percent(pitch)}"`].join('');
  if (prosody !== '') tags.push(['prosody', `<prosody${prosody}>`]);
  if (emphasis !== undefined) tags.push(['emphasis', `<emphasis level="${emphasis}">`]);
  if (spelled !== undefined) {
    tags.push(['say-as', `<say-as interpret-as="${spelled === 'digits' ? 'tts:digits' : 'characters'}">`]);
  }
  return tags;
}

const escapeMarkup = (text: string) => text.replace(/[&<>]/g, (character) => ESCAPES[character]!).replaceAll('"', '&quot;');

/** Builds text and counts its code points, as espeak-ng does. */
class Writer {
  text = '';
  length = 0;

  write(piece: string): void {
    this.text += piece;
    this.length += [...piece].length;
  }
}
