import type { Item, Script, SpokenItem, Style } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { findPollyLanguage } from './languages.ts';
import type { Tier } from './voices.ts';

/** A piece of a script as Polly is sent it. */
export interface PollyDocument {
  ssml: string;
  /** Characters that are paid for: those that are not markup. */
  billed: number;
  /** As many characters at the usual tempo as take as long to say, and seconds of its breaks. */
  lasting: { characters: number; silence: number };
  /** What the voice cannot do, as sentences for the client. */
  warnings: string[];
  /** The character of the script that a byte of the document stands for, or the last one before it. */
  locate: (byte: number) => number;
}

export interface DocumentOptions {
  tier: Tier;
  /** Factor of the usual tempo. */
  speed: number;
  /** Leaves out all that Polly could refuse: only words, the tempo and the marks remain. */
  bare?: boolean;
}

/** What Polly takes as `<prosody rate>` (SSML tags, "prosody": 20 % to 200 %). */
export const RATE_LIMITS = { min: 0.2, max: 2 } as const;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The name of a mark of the client's, by its number in the script. */
export const markName = (item: number): string => `m${item}`;

/** Writes a piece of a script as a `<speak>` document in the tags that the voice's engine takes. */
export function writeDocument(script: Script, piece: Span, options: DocumentOptions): PollyDocument {
  const out = new Writer();
  let at = 0;
  out.tag('<speak>');
  script.items.forEach((item, index) => {
    if (item.kind === 'spoken') {
      writeSpoken(out, script.text, cut(item, piece), options);
      at = item.to;
    } else if (isWithin(at, piece, script.text.length)) writeStop(out, item, index, options);
  });
  out.tag('</speak>');
  return out.finish();
}

const isWithin = (at: number, { from, to }: Span, end: number) => at >= from && (at < to || to === end);

/** What is said instead of an item's text is said once, in the piece where the item begins. */
function cut({ from, to, style }: SpokenItem, piece: Span): SpokenItem {
  const { ipa, ...rest } = style;
  const isReplaced = style.alias !== undefined || ipa !== undefined;
  const own = isReplaced && from < piece.from ? { ...rest, alias: '' } : style;
  return { kind: 'spoken', from: Math.max(from, piece.from), to: Math.min(to, piece.to), style: own };
}

function writeStop(out: Writer, item: Item, index: number, { bare }: DocumentOptions): void {
  if (item.kind === 'mark') out.tag(`<mark name="${markName(index)}"/>`);
  if (item.kind === 'pause' && !bare) out.pause(item.seconds);
}

function writeSpoken(out: Writer, text: string, { from, to, style }: SpokenItem, options: DocumentOptions): void {
  if (from >= to) return;
  out.rate = rateOf(style, options);
  const tags = openingTags(style, options, out);
  for (const [, tag] of tags) out.tag(tag);
  if (style.alias === undefined || options.bare) writeText(out, text, from, to);
  else out.say(style.alias, from);
  for (const [name] of tags.toReversed()) out.tag(`</${name}>`);
}

function writeText(out: Writer, text: string, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    out.say(character, at);
    at += character.length;
  }
}

const rateOf = (style: Style, { speed, bare }: DocumentOptions): number =>
  Math.max(RATE_LIMITS.min, Math.min(RATE_LIMITS.max, speed * ((!bare && style.rate) || 1)));

function openingTags(style: Style, options: DocumentOptions, out: Writer): [name: string, tag: string][] {
  const { tier, bare } = options;
  const tags: [string, string][] = [];
  const rate = rateOf(style, options);
  const prosody = rate === 1 ? [] : [`rate="${Math.round(rate * 100)}%"`];
  if (!bare) {
    const code = style.language && findPollyLanguage(style.language);
    if (code) tags.push(['lang', `<lang xml:lang="${code}">`]);
    else if (style.language) out.warn(`<lang>: Amazon Polly does not speak "${style.language}"`);
    if (style.volume !== undefined) prosody.push(`volume="${volume(style.volume)}"`);
    if (style.pitch !== undefined) {
      if (tier === 'standard') prosody.push(`pitch="${change(style.pitch)}"`);
      else out.warn('<prosody>: the pitch of a neural voice cannot be changed');
    }
  }
  if (prosody.length > 0) tags.push(['prosody', `<prosody ${prosody.join(' ')}>`]);
  if (bare) return tags;
  if (style.emphasis !== undefined) {
    if (tier === 'standard') tags.push(['emphasis', `<emphasis level="${style.emphasis}">`]);
    else out.warn('<emphasis>: neural voices do not know it');
  }
  if (style.ipa !== undefined) tags.push(['phoneme', `<phoneme alphabet="ipa" ph="${escapeXml(style.ipa)}">`]);
  const { sayAs } = style;
  if (sayAs && sayAs.as !== 'currency') {
    const format = sayAs.format ? ` format="${escapeAttribute(sayAs.format)}"` : '';
    tags.push(['say-as', `<say-as interpret-as="${sayAs.as}"${format}>`]);
  }
  if (style.spelled !== undefined) tags.push(['say-as', `<say-as interpret-as="${style.spelled}">`]);
  return tags;
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
const escapeAttribute = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
const volume = (factor: number) => (factor === 0 ? 'silent' : `${signed(20 * Math.log10(factor), 1)}dB`);
const change = (factor: number) => `${signed((factor - 1) * 100, 0)}%`;
const signed = (value: number, digits: number) => `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;

/** A document that grows, and where its bytes come from. */
class Writer {
  /** Tempo of what is said next. */
  rate = 1;
  #text = '';
  #bytes = 0;
  #billed = 0;
  #lasting = { characters: 0, silence: 0 };
  #places: { byte: number; at: number }[] = [];
  #warnings = new Set<string>();

  tag(tag: string): void {
    this.#text += tag;
    this.#bytes += Buffer.byteLength(tag);
  }

  say(text: string, at: number): void {
    this.#places.push({ byte: this.#bytes, at });
    this.#billed += text.length;
    this.#lasting.characters += text.length / this.rate;
    // A control character is no XML, and says nothing.
    this.tag(escapeXml(text).replace(/[^\t\n\r\x20-\u{10FFFF}]/gu, ' '));
  }

  pause(seconds: number): void {
    this.#lasting.silence += seconds;
    this.tag(`<break time="${Math.round(seconds * 1000)}ms"/>`);
  }

  warn(what: string): void {
    this.#warnings.add(`${what}; the text is said as usual.`);
  }

  finish(): PollyDocument {
    const places = this.#places;
    return {
      ssml: this.#text,
      billed: this.#billed,
      lasting: this.#lasting,
      warnings: [...this.#warnings],
      locate: (byte) => places.findLast((place) => place.byte <= byte)?.at ?? places[0]?.at ?? 0,
    };
  }
}
