import { SaxesParser } from 'saxes';
import { findLanguage, LIMITS } from '../../contract/index.ts';
import { SpeechError } from '../speech.ts';
import { readEmotion } from './emotions.ts';
import { readPhoneme } from './phoneme.ts';
import { LONGEST_PAUSE, readPause, readProsody } from './prosody.ts';
import type { EmotionSpan, Item, SayAs, Script, Speaker, Style } from './script.ts';
import { lookUp } from './tables.ts';

type Attributes = Readonly<Record<string, string>>;

/** Seconds of silence around the blocks of SSML. */
const BLOCK_PAUSES: Readonly<Record<string, number>> = { p: 0.7, s: 0.35 };

/** Tags that say nothing to the voice or the face but may stand in a document. */
const TRANSPARENT = new Set(['speak', 'w', 'token', 'lexicon', 'meta', 'desc']);

/** Tags that need something this service has not: their text is said as usual. */
const UNSUPPORTED = new Set(['amazon:effect', 'amazon:domain', 'amazon:auto-breaths', 'audio']);

/** Our reading of `<say-as interpret-as>`; the others are left to the voice's own reading of numbers and dates. */
const SPELLED: Readonly<Record<string, Style['spelled']>> = {
  characters: 'characters',
  'spell-out': 'characters',
  verbatim: 'characters',
  digits: 'digits',
  'tts:digits': 'digits',
};
/** Kinds that are read in words of their own, by their names in SSML 1.1, Amazon Polly and Azure. */
const KINDS: Readonly<Record<string, SayAs['as']>> = {
  cardinal: 'cardinal',
  ordinal: 'ordinal',
  date: 'date',
  time: 'time',
  hms12: 'time',
  hms24: 'time',
  telephone: 'telephone',
  fraction: 'fraction',
  unit: 'unit',
  currency: 'currency',
  address: 'address',
  net: 'address',
};

const TAGS =
  'speak|break|prosody|say-as|sub|phoneme|emphasis|p|s|w|mark|lang|voice|emotion|mstts:[\\w-]+|amazon:[\\w-]+|audio|token';
const SSML = new RegExp(`</?(?:${TAGS})(?:\\s[^<>]*)?/?>`, 'i');

/** Depth of nested tags: a real document has about ten. */
const DEEPEST = 64;

/** Whether a text is meant as SSML: it holds at least one of its tags, or begins as a document does. */
export function looksLikeSsml(text: string): boolean {
  return SSML.test(text) || /^\s*<(?:\?xml|speak\b|!DOCTYPE)/i.test(text);
}

/**
 * Reads SSML: a `<speak>` document, or text with tags in it.
 * @throws SpeechError with line and column when it is not well-formed, or brings a DOCTYPE (and with it entities)
 */
export function parseSsml(source: string): Script {
  refuseUnsafe(source);
  const reader = new ScriptReader();
  const parser = new SaxesParser({
    xmlns: false,
    fragment: !/^\s*<(?:\?xml|speak[\s>/])/i.test(source),
    position: true,
  });
  const fail = (reason: string) => {
    throw malformed(reason, parser.line, parser.column + 1);
  };
  parser.on('error', ({ message }) => fail(describe(message)));
  parser.on('opentag', ({ name, attributes }) => {
    if (!reader.open(name, attributes)) fail(`tags are nested more than ${DEEPEST} deep`);
  });
  parser.on('closetag', () => reader.close());
  parser.on('text', (text) => reader.say(text));
  parser.on('cdata', (text) => reader.say(text));
  parser.write(source).close();
  return reader.finish();
}

/** What the parser would report in other words or elsewhere: a DOCTYPE, which could declare entities, and a bare ampersand. */
function refuseUnsafe(source: string): void {
  const visible = source.replace(/<!\[CDATA\[.*?\]\]>|<!--.*?-->/gs, (hidden) => ' '.repeat(hidden.length));
  const doctype = visible.search(/<!DOCTYPE/i);
  if (doctype >= 0) throw malformedAt(source, doctype, 'a DOCTYPE is not allowed; remove it');
  const ampersand = visible.search(/&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)/i);
  if (ampersand >= 0) throw malformedAt(source, ampersand, 'an ampersand that begins no entity; write &amp;');
}

function malformedAt(source: string, offset: number, reason: string): SpeechError {
  const lines = source.slice(0, offset).split('\n');
  return malformed(reason, lines.length, lines.at(-1)!.length + 1);
}

const malformed = (reason: string, line: number, column: number) =>
  new SpeechError('Malformed SSML', `line ${line}, column ${column}: ${reason}.`, 'text');

/** Takes the position out of a complaint of the XML parser: "3:14: unclosed tag: p" becomes "unclosed tag: p". */
const describe = (message: string) => message.replace(/^(?:[^:]*:)?\d+:\d+:\s*/, '').replace(/\.$/, '');

interface Open {
  name: string;
  style: Style;
  /** Whether what replaces the text has been said; elements inside share it. */
  replaces: { spent: boolean };
  emotion?: EmotionSpan;
  /** A block's own pause, s. */
  pause: number;
}

/** Builds a script from the events of the XML parser. */
class ScriptReader {
  #text = '';
  #items: Item[] = [];
  #emotions: EmotionSpan[] = [];
  #warnings = new Set<string>();
  #open: Open[] = [];
  /** The pause of blocks that have ended or begun since the last text, s: none at either end of the text. */
  #blockPause = 0;

  open(name: string, attributes: Attributes): boolean {
    const emotion = readEmotion(name, attributes);
    for (const warning of emotion?.warnings ?? []) this.#warnings.add(warning);
    const pause = lookUp(BLOCK_PAUSES, name) ?? 0;
    this.#blockPause = Math.max(this.#blockPause, pause);
    if (name === 'break') this.#break(attributes);
    if (name === 'mark') this.#items.push({ kind: 'mark', name: attributes.name ?? '' });
    const own = this.#readStyle(name, attributes, emotion !== undefined);
    const replacing = own.alias !== undefined || own.ipa !== undefined;
    const { alias, ipa, ...around } = this.#style;
    const style = replacing ? { ...around, ...own } : { ...this.#style, ...own };
    const replaces = replacing ? { spent: false } : this.#replaces;
    const { expression, level } = emotion ?? {};
    const span = expression && level !== undefined && { from: this.#text.length, to: 0, expression, level };
    this.#open.push({ name, style, replaces, pause, ...(span && { emotion: span }) });
    return this.#open.length <= DEEPEST;
  }

  close(): void {
    const { emotion, pause } = this.#open.pop()!;
    if (emotion) this.#emotions.push({ ...emotion, to: this.#text.length });
    this.#blockPause = Math.max(this.#blockPause, pause);
  }

  say(text: string): void {
    const collapsed = text.replace(/\s+/g, ' ');
    if (collapsed.trim() !== '' && this.#blockPause > 0) {
      const seconds = this.#blockPause;
      this.#blockPause = 0;
      this.#pause(seconds);
    }
    const said = this.#text === '' || this.#text.endsWith(' ') ? collapsed.trimStart() : collapsed;
    if (said === '') return;
    const from = this.#text.length;
    this.#text += said;
    this.#items.push({ kind: 'spoken', from, to: this.#text.length, style: this.#takeStyle(said) });
  }

  /** What is said instead of an element's text is said in place of its first word; the rest of it is silent. */
  #takeStyle(said: string): Style {
    const open = this.#open.at(-1);
    if (!open || (open.style.alias === undefined && open.style.ipa === undefined)) return this.#style;
    const { alias, ipa, ...style } = open.style;
    if (said.trim() === '') return style;
    const spent = open.replaces.spent;
    open.replaces.spent = true;
    return spent ? { ...style, alias: '' } : open.style;
  }

  finish(): Script {
    this.#checkPauses();
    return {
      text: this.#text,
      items: this.#items,
      emotions: this.#emotions.toSorted((a, b) => a.from - b.from),
      warnings: [...this.#warnings],
    };
  }

  get #replaces(): Open['replaces'] {
    return this.#open.at(-1)?.replaces ?? { spent: false };
  }

  get #style(): Style {
    return this.#open.at(-1)?.style ?? {};
  }

  /** A silence ends the word before it. Where two meet, the longer stays. */
  #pause(seconds: number): void {
    this.say(' ');
    const before = this.#items.at(-1);
    if (before?.kind === 'pause') before.seconds = Math.max(before.seconds, seconds);
    else if (this.#text !== '') this.#items.push({ kind: 'pause', seconds });
  }

  #checkPauses(): void {
    const seconds = this.#items.reduce((sum, item) => sum + (item.kind === 'pause' ? item.seconds : 0), 0);
    if (seconds <= LIMITS.speechSeconds) return;
    const reason = `its pauses alone take ${Math.ceil(seconds)} s, and ${LIMITS.speechSeconds} s is the most for all of it.`;
    throw new SpeechError('Speech too long', reason, 'text');
  }

  #break(attributes: Attributes): void {
    const seconds = readPause(attributes);
    if (seconds === undefined)
      this.#warnings.add(`<break>: ${describeAttributes(attributes)} is not a time; it is ignored.`);
    else if (seconds > 0) this.#pause(Math.min(LONGEST_PAUSE, seconds));
    if (seconds !== undefined && seconds > LONGEST_PAUSE) {
      this.#warnings.add(
        `<break>: ${describeAttributes(attributes)} is longer than ${LONGEST_PAUSE} s; ${LONGEST_PAUSE} s are taken.`,
      );
    }
  }

  #readStyle(name: string, attributes: Attributes, isEmotion: boolean): Style {
    switch (name) {
      case 'prosody': {
        const { style, unread } = readProsody(attributes);
        for (const part of unread) this.#warnings.add(`<prosody>: ${part} is not supported; it is ignored.`);
        return style;
      }
      case 'sub':
        return this.#readAlias(attributes.alias);
      case 'emphasis':
        return readEmphasis(attributes.level);
      case 'say-as':
        return this.#readSayAs(attributes['interpret-as'] ?? '', attributes.format);
      case 'lang':
        return this.#readLanguage(attributes['xml:lang'] ?? '');
      case 'phoneme':
        return this.#readPhoneme(attributes);
      case 'voice':
        return this.#readVoice(attributes);
      case 'p':
      case 's':
        return attributes['xml:lang'] ? this.#readLanguage(attributes['xml:lang']) : {};
      case 'break':
      case 'mark':
        return {};
      default:
        if (!isEmotion && !TRANSPARENT.has(name)) this.#warnings.add(degraded(name));
        return {};
    }
  }

  #readSayAs(kind: string, format?: string): Style {
    const spelled = lookUp(SPELLED, kind);
    if (spelled) return { spelled };
    const as = lookUp(KINDS, kind);
    if (as) return { sayAs: { as, ...(format && { format }) } };
    if (kind !== 'number') {
      this.#warnings.add(`<say-as>: "${kind}" is not supported; the text is read as usual.`);
    }
    return {};
  }

  #readAlias(alias = ''): Style {
    if (alias.trim() !== '') return { alias };
    this.#warnings.add('<sub>: it has no alias; the text is said as usual.');
    return {};
  }

  #readPhoneme(attributes: Attributes): Style {
    const read = readPhoneme(attributes);
    if ('ipa' in read) return { ipa: read.ipa };
    this.#warnings.add(`<phoneme>: ${read.fault}; the text is said as usual.`);
    return {};
  }

  #readVoice({ name, gender, ...rest }: Attributes): Style {
    const speaker: Speaker = {};
    if (name) speaker.name = name.trim();
    if (gender === 'male' || gender === 'female') speaker.sex = gender;
    else if (gender !== undefined) {
      this.#warnings.add(`<voice>: gender="${gender}" is not male or female; it is ignored.`);
    }
    const language = rest['xml:lang'] ?? rest.languages;
    return { ...(language && this.#readLanguage(language)), ...(Object.keys(speaker).length > 0 && { speaker }) };
  }

  #readLanguage(language: string): Style {
    const known = findLanguage(language) ?? findLanguage(language.split('-')[0] ?? '');
    if (known) return { language: known };
    this.#warnings.add(
      `<lang>: "${language}" is not one of the languages; its text is said in the language around it.`,
    );
    return {};
  }
}

function readEmphasis(level: string | undefined): Style {
  if (level === 'none') return {};
  return { emphasis: level === 'strong' || level === 'reduced' ? level : 'moderate' };
}

const degraded = (name: string) =>
  UNSUPPORTED.has(name)
    ? `<${name}> is not supported; its text is said as usual.`
    : `<${name}> is not a tag that this service knows; its text is said as usual.`;

const describeAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');
