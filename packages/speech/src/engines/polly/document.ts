import type { Item, Script, SpokenItem, Style } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { POLLY_LANGUAGES } from './languages.ts';
import type { PollyEngineName } from './voices.ts';

/** A piece of a script, in the form that is sent to Polly. */
export interface PollyDocument {
  ssml: string;
  /** Number of characters that Polly charges for, excluding markup. */
  billed: number;
  /** Number of characters spoken at the default tempo, and total length of breaks in seconds, for estimating the duration. */
  timing: { characters: number; silence: number };
  /** Warnings for the client about features that the voice does not support. */
  warnings: string[];
  /** Maps a byte offset in the document to the offset in the script, or to the nearest offset before it. */
  locate: (byte: number) => number;
}

export interface DocumentOptions {
  tier: PollyEngineName;
  /** Tempo, relative to the default tempo. */
  speed: number;
  /** Omits everything that Polly could reject, leaving words, tempo, and marks. */
  bare?: boolean;
}

/** Range of `<prosody rate>` (SSML tags, "prosody": 20% to 200%). */
export const RATE_LIMITS = { min: 0.2, max: 2 } as const;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns the name that a client's mark has in the document, based on its index in the script. */
export const markName = (item: number): string => `m${item}`;

/** Writes a piece of a script as a `<speak>` document with the tags that the voice's engine supports. */
export function writeDocument(script: Script, piece: Span, options: DocumentOptions): PollyDocument {
  const out = new Writer();
  let at = 0;
  out.tag('<speak>');
  script.items.forEach((item, index) => {
    if (item.kind === 'spoken') {
      writeSpoken(out, script.text, clipToPiece(item, piece), options);
      at = item.to;
    } else if (isWithin(at, piece, script.text.length)) writeStop(out, item, index, options);
  });
  out.tag('</speak>');
  return out.finish();
}

const isWithin = (at: number, { from, to }: Span, end: number) => at >= from && (at < to || to === end);

/** Aliases and pronunciations are spoken once, in the piece where the item begins. */
function clipToPiece({ from, to, style }: SpokenItem, piece: Span): SpokenItem {
  const { ipa, ...rest } = style;
  const isReplaced = style.alias !== undefined || ipa !== undefined;
  const own = isReplaced && from < piece.from ? { ...rest, alias: '' } : style;
  return { kind: 'spoken', from: Math.max(from, piece.from), to: Math.min(to, piece.to), style: own };
}

function writeStop(out: Writer, item: Item, index: number, { bare, tier }: DocumentOptions): void {
  // The generative engine does not report marks.
  if (item.kind === 'mark' && tier !== 'generative') out.tag(`<mark name="${markName(index)}"/>`);
  if (item.kind === 'pause' && !bare) out.pause(item.seconds);
}

function writeSpoken(out: Writer, text: string, { from, to, style }: SpokenItem, options: DocumentOptions): void {
  if (from >= to) return;
  out.rate = rateOf(style, options);
  const tags = openingTags(style, options, out);
  for (const [, tag] of tags) out.tag(tag);
  if (style.alias === undefined || options.bare) writeText(out, text, from, to);
  else out.write(style.alias, from);
  for (const [name] of tags.toReversed()) out.tag(`</${name}>`);
}

function writeText(out: Writer, text: string, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    out.write(character, at);
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
    const code = style.language && POLLY_LANGUAGES[style.language];
    if (code) tags.push(['lang', `<lang xml:lang="${code}">`]);
    else if (style.language) out.warn(`<lang>: Amazon Polly does not support "${style.language}"`);
    if (style.volume !== undefined) prosody.push(`volume="${formatVolume(style.volume)}"`);
    if (style.pitch !== undefined) {
      if (tier === 'standard') prosody.push(`pitch="${formatPitchChange(style.pitch)}"`);
      else out.warn(`<prosody>: the pitch of a ${tier} voice cannot be changed`);
    }
  }
  if (prosody.length > 0) tags.push(['prosody', `<prosody ${prosody.join(' ')}>`]);
  if (bare) return tags;
  if (style.emphasis !== undefined) {
    if (tier === 'standard') tags.push(['emphasis', `<emphasis level="${style.emphasis}">`]);
    else out.warn(`<emphasis>: ${tier} voices do not support it`);
  }
  if (style.ipa !== undefined) tags.push(['phoneme', `<phoneme alphabet="ipa" ph="${escapeXml(style.ipa)}">`]);
  if (style.role !== undefined) tags.push(['w', `<w role="${escapeXml(style.role)}">`]);
  const { sayAs } = style;
  if (sayAs && sayAs.as !== 'currency') {
    const format = sayAs.format ? ` format="${escapeXml(sayAs.format)}"` : '';
    tags.push(['say-as', `<say-as interpret-as="${sayAs.as}"${format}>`]);
  }
  if (style.spelled !== undefined) tags.push(['say-as', `<say-as interpret-as="${style.spelled}">`]);
  return tags;
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
const formatVolume = (factor: number) => (factor === 0 ? 'silent' : `${formatSigned(20 * Math.log10(factor), 1)}dB`);
const formatPitchChange = (factor: number) => `${formatSigned((factor - 1) * 100, 0)}%`;
const formatSigned = (value: number, digits: number) => `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;

/** Builds a document, and keeps track of where its bytes come from in the script. */
class Writer {
  /** Tempo of the text that follows. */
  rate = 1;
  #text = '';
  #bytes = 0;
  #billed = 0;
  #timing = { characters: 0, silence: 0 };
  #offsets: { byte: number; at: number }[] = [];
  #warnings = new Set<string>();

  tag(tag: string): void {
    this.#text += tag;
    this.#bytes += Buffer.byteLength(tag);
  }

  write(text: string, at: number): void {
    this.#offsets.push({ byte: this.#bytes, at });
    this.#billed += text.length;
    this.#timing.characters += text.length / this.rate;
    // Control characters are silent and invalid in XML.
    this.tag(escapeXml(text).replace(/[^\t\n\r\x20-\u{10FFFF}]/gu, ' '));
  }

  pause(seconds: number): void {
    this.#timing.silence += seconds;
    this.tag(`<break time="${Math.round(seconds * 1000)}ms"/>`);
  }

  warn(what: string): void {
    this.#warnings.add(`${what}; the text is spoken without it.`);
  }

  finish(): PollyDocument {
    const offsets = this.#offsets;
    return {
      ssml: this.#text,
      billed: this.#billed,
      timing: this.#timing,
      warnings: [...this.#warnings],
      locate: (byte) => offsets.findLast((offset) => offset.byte <= byte)?.at ?? offsets[0]?.at ?? 0,
    };
  }
}
