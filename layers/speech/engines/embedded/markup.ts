import type { Item, Script, SpokenItem, Style } from '../../text/script.ts';
import { PICTURE, type Span } from '../../text/words.ts';
import type { Notation } from './pronunciation.ts';

/** Text in the engine's markup, and where each word of the script stands in it. */
export interface Markup {
  markup: string;
  /** One for each word, in code points of `markup`. */
  places: Span[];
  /**
   * What is said for each word: itself, its letters, or its alias, which the first word that it replaces has whole. A
   * pronunciation is told by its symbols.
   */
  said: (string | readonly string[])[];
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Writes a script in the markup that the engine reads, without its changes of language: the engine knows none inside a text.
 * Marks are left out: the engine loses those at the end of a clause, so their times come from the words around them.
 * @param words The words of `script.text`, in order.
 * @param readings For each word what is said in its place; undefined for the word itself.
 * @param slower Factor of the pauses.
 */
export function writeMarkup(
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[] = [],
  pronunciations: ReadonlyMap<Item, Notation> = new Map(),
  slower = 1,
): Markup {
  const out = new Writer();
  const instead = new Map<number, Instead>();
  words.forEach(({ from, to }, i) => {
    const say = readings[i];
    if (say !== undefined) instead.set(from, { to, say });
  });
  const offsets = new Map<number, Span>();
  for (const item of script.items) {
    if (item.kind === 'pause') out.write(`<break time="${Math.round(item.seconds * slower * 1000)}ms"/>`);
    if (item.kind === 'spoken') {
      writeSpoken(out, offsets, script.text, item, { pronunciation: pronunciations.get(item), instead });
    }
  }
  const places = words.map(({ from, to }) => ({
    from: offsets.get(from)?.from ?? 0,
    to: offsets.get(to - 1)?.to ?? 0,
  }));
  return {
    markup: out.text,
    places,
    said: words.map((word, i) => findSaid(script, word, readings[i], pronunciations)),
  };
}

/** What is said until `to` in place of the text. */
interface Instead {
  to: number;
  say: string;
}

/** What is said for a word: its reading, its letters, its alias, or itself. */
export function findSaid(
  { text, items }: Script,
  { from, to }: Span,
  reading: string | undefined,
  pronunciations: ReadonlyMap<Item, Notation> = new Map(),
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
  { pronunciation, instead }: { pronunciation: Notation | undefined; instead: ReadonlyMap<number, Instead> },
): void {
  const tags = openingTags(style);
  for (const [, tag] of tags) out.write(tag);
  if (style.alias === undefined && !pronunciation) {
    for (let at = from; at < to; ) {
      const reading = instead.get(at);
      if (reading && reading.to <= to) {
        const start = out.length;
        out.write(escapeMarkup(reading.say));
        for (let unit = at; unit < reading.to; unit++) offsets.set(unit, { from: start, to: out.length });
        at = reading.to;
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(at)!);
      // Two brackets would open the engine's own phoneme notation; of a picture it would say the name.
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

function openingTags({ rate, pitch, volume, emphasis, spelled }: Style): [name: string, tag: string][] {
  const tags: [string, string][] = [];
  const percent = (factor: number) => `${Math.round(factor * 100)}%`;
  const prosody = [
    rate === undefined ? '' : ` rate="${percent(rate)}"`,
    pitch === undefined ? '' : ` pitch="${percent(pitch)}"`,
    volume === undefined ? '' : ` volume="${volumeWord(volume)}"`,
  ].join('');
  if (prosody !== '') tags.push(['prosody', `<prosody${prosody}>`]);
  if (emphasis !== undefined) tags.push(['emphasis', `<emphasis level="${emphasis}">`]);
  if (spelled !== undefined) {
    tags.push(['say-as', `<say-as interpret-as="${spelled === 'digits' ? 'tts:digits' : 'characters'}">`]);
  }
  return tags;
}

/** The engine takes loudness by keyword alone; the bounds lie halfway between the keywords' 0, ¼, ½, 1, 1½, 2. */
function volumeWord(factor: number): string {
  const words = [
    [0.1, 'silent'],
    [0.37, 'x-soft'],
    [0.75, 'soft'],
    [1.25, 'medium'],
    [1.75, 'loud'],
  ] as const;
  return words.find(([bound]) => factor <= bound)?.[1] ?? 'x-loud';
}

const escapeMarkup = (text: string) =>
  text.replace(/[&<>]/g, (character) => ESCAPES[character]!).replaceAll('"', '&quot;');

/** Text that grows, and its length in code points, which is how the engine counts. */
class Writer {
  text = '';
  length = 0;

  write(piece: string): void {
    this.text += piece;
    this.length += [...piece].length;
  }
}
