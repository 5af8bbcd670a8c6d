import { findNearestName } from '@talking-avatar/contract';
import { SaxesParser } from 'saxes';
import { SpeechError } from '../speech.ts';
import { describeReference } from './entities.ts';
import { DEEPEST, ScriptReader } from './reader.ts';
import type { Script } from './script.ts';
import { adviseEnd, findAttributeFault, findNameFault } from './tag-faults.ts';

/** An end of an element, or an element that is its own end, of whatever name. */
const ENDING = /<\/[a-z][\w:.-]*\s*>|<[a-z][\w:.-]*(?:\s[^<>]*)?\/>/i;

/** The beginning of an element that only SSML has: whoever writes it without an end is told so. */
const BEGINNING =
  /<(?:speak|break|prosody|say-as|sub|phoneme|emphasis|mark|lang|voice|emotion|mstts:[\w-]+|amazon:[\w-]+|audio|token)(?:\s[^<>]*)?>/i;

/** The beginning of a document. */
const DOCUMENT = /^\s*<(?:\?xml|speak\b|!DOCTYPE)/i;

/**
 * Whether a text is meant as SSML: it begins as a document does, holds one of its tags, or any tag with an end. The tags that have
 * one letter only count with their end, since "<p>" stands in other texts too.
 */
export const looksLikeSsml = (text: string): boolean => ENDING.test(text) || BEGINNING.test(text) || DOCUMENT.test(text);

/** A tag that is open, and where it begins in the source. */
interface OpenTag {
  name: string;
  at: number;
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
  const open: OpenTag[] = [];
  const fail = (reason: string) => {
    throw malformed(reason, parser.line, parser.column + 1);
  };
  parser.on('error', ({ message }) => {
    const reason = describe(message);
    const place = parser.position;
    throw misshapen(source, place, reason) ?? misplaced(source, place, reason, open) ?? fail(FIXES[reason] ?? reason);
  });
  parser.on('opentagstart', ({ name }) => open.push({ name, at: source.lastIndexOf('<', parser.position - 1) }));
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (!reader.open(name, attributes, isSelfClosing)) fail(`tags are nested more than ${DEEPEST} deep`);
  });
  parser.on('closetag', ({ name }) => {
    // One that another end closes is reported next, with its beginning.
    if (closes(source, parser.position, name)) open.pop();
    reader.close();
  });
  parser.on('text', (text) => reader.say(text));
  parser.on('cdata', (text) => reader.say(text));
  parser.write(source).close();
  return reader.finish();
}

/** Whether what ends at a position is the end of a tag of that name: its own, or its own sign for being empty. */
function closes(source: string, position: number, name: string): boolean {
  const end = source.slice(source.lastIndexOf('<', position - 1), position);
  return end.endsWith('/>') || end.slice(2).replace(/\s*>.*$/s, '') === name;
}

/** Names the tag whose name or attributes are at fault, with what to write; undefined for other complaints. */
function misshapen(source: string, position: number, reason: string): SpeechError | undefined {
  // A "<" within a value, where a quote is missing, is not the beginning of its tag.
  const at = source.lastIndexOf('<', position - (reason === 'disallowed character' ? 2 : 1));
  if (at < 0) return undefined;
  const fault = reason.startsWith('disallowed character in tag name')
    ? findNameFault(source, at)
    : /attribute|^disallowed character$|^unclosed tag|^unexpected end/.test(reason) && findAttributeFault(source, at);
  return fault ? malformedAt(source, fault.at, fault.reason) : undefined;
}

/** Names the tag that has no end, or the end that has no tag, with what to write; undefined for other complaints. */
function misplaced(source: string, position: number, reason: string, open: readonly OpenTag[]): SpeechError | undefined {
  const last = open.at(-1);
  if (reason.startsWith('unclosed tag') && last) {
    const begun = source.lastIndexOf('<');
    if (!source.includes('>', begun)) return malformedAt(source, begun, FIXES['unexpected end']!);
    return malformedAt(source, last.at, `<${last.name}> has no end; ${adviseEnd(source, last, 'where it ends')}`);
  }
  if (!/^(?:unexpected close tag|unmatched closing tag)/.test(reason)) return undefined;
  const at = source.lastIndexOf('<', position - 1);
  const end = source.slice(at, position);
  const ended = /^<\/([^\s>]*)/.exec(end)?.[1];
  if (!last || !open.some(({ name }) => name === ended)) {
    const written = ended ?? '';
    // Short names, such as <p> and <s>, are like all others.
    const meant = written.length < SHORTEST_NAME ? undefined : findNearestName(written, open.map(({ name }) => name).reverse());
    const fix = meant ? `write </${meant}>` : 'remove it, or write its beginning before';
    return malformedAt(source, at, `${end} ends a tag that is not open; ${fix}`);
  }
  const [line, column] = placeOf(source, last.at);
  const place = `<${last.name}> of line ${line}, column ${column}`;
  return malformedAt(source, at, `${end} stands where ${place} is still open; ${adviseEnd(source, last, 'before it')}`);
}

/** Letters of a name that is told from others when it is mistyped. */
const SHORTEST_NAME = 3;

/** What to do about what the XML parser complains of, in its own words. */
const FIXES: Readonly<Record<string, string>> = {
  'attribute without value': 'an attribute without a value; write name="value"',
  'unquoted attribute value': 'an attribute whose value has no quotes; write name="value"',
  'no whitespace between attributes': 'two attributes without a space between them; write one',
  'disallowed character in tag name': 'a "<" that begins no tag; write &lt;',
  'disallowed character in closing tag': 'an end of a tag that has more than its name; write </name>',
  'weird empty close tag': '</> names no tag; write the name of the tag that it ends',
  'forward-slash in opening tag not followed by >': 'a "/" within a tag; write /> where it ends, or put it in quotes',
  'text data outside of root node': 'text outside of <speak>; put all of it between <speak> and </speak>',
  'documents may contain only one root': 'a second document; put all of it between one <speak> and </speak>',
  'unexpected end': 'the text ends within a tag; write its ">"',
};

/** What the parser would report in other words or elsewhere: a DOCTYPE, which could declare entities, and a bare ampersand. */
function refuseUnsafe(source: string): void {
  const visible = hideParts(source);
  const doctype = visible.search(/<!DOCTYPE/i);
  if (doctype >= 0) throw malformedAt(source, doctype, 'a DOCTYPE is not allowed; remove it');
  const sign = findUnallowed(source, visible);
  if (sign) {
    const name = `U+${sign.code.toString(16).toUpperCase().padStart(4, '0')}`;
    throw malformedAt(source, sign.at, `the character ${name}, which is not seen and cannot stand in SSML; remove it`);
  }
  const ampersand = visible.search(/&(?!(?:#\d+|#x[\da-fA-F]+|amp|lt|gt|quot|apos);)/);
  if (ampersand >= 0) throw malformedAt(source, ampersand, describeReference(visible.slice(ampersand, ampersand + 40)));
}

/** Parts in which neither tags nor references are any: what begins and what ends each, and its name. */
const PARTS: Readonly<Record<string, readonly [end: string, name: string]>> = {
  '<!--': ['-->', 'comment'],
  '<![CDATA[': [']]>', 'CDATA section'],
  '<?': ['?>', 'processing instruction'],
};

/** A source with blanks, as many, for such parts: what comes after keeps its place. */
function hideParts(source: string): string {
  const beginning = /<!\[CDATA\[|<!--|<\?/g;
  let visible = '';
  let at = 0;
  for (let found = beginning.exec(source); found; found = beginning.exec(source)) {
    const [end, name] = PARTS[found[0]]!;
    const to = source.indexOf(end, beginning.lastIndex);
    if (to < 0) throw malformedAt(source, found.index, `the ${name} that begins here has no end; write ${end} where it ends`);
    visible += source.slice(at, found.index) + ' '.repeat(to + end.length - found.index);
    at = to + end.length;
    beginning.lastIndex = at;
  }
  return visible + source.slice(at);
}

/** Characters that XML does not allow (XML 1.0, 2.2): most control characters, halves of others, and two that are none. */
const UNALLOWED = /(?![\t\n\r])\p{Cc}(?<![\x7f-\x9f])|[\ufffe\uffff]|\p{Cs}/u;
const REFERENCE = /&#(?:(\d+)|x([\da-f]+));/gi;

/**
 * The first character that XML does not allow, as it stands or by a reference, and where it is.
 * @param visible the source with blanks, as many, for what holds no references: comments and the like
 */
function findUnallowed(source: string, visible: string): { code: number; at: number } | undefined {
  const at = source.search(UNALLOWED);
  if (at >= 0) return { code: source.codePointAt(at)!, at };
  for (const { 1: decimal, 2: hexadecimal = '', index } of visible.matchAll(REFERENCE)) {
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (code > 0x10ffff || UNALLOWED.test(String.fromCodePoint(code))) return { code, at: index };
  }
  return undefined;
}

function malformedAt(source: string, offset: number, reason: string): SpeechError {
  return malformed(reason, ...placeOf(source, offset));
}

/** Line and column, from 1. */
function placeOf(source: string, offset: number): [line: number, column: number] {
  const lines = source.slice(0, offset).split('\n');
  return [lines.length, lines.at(-1)!.length + 1];
}

const malformed = (reason: string, line: number, column: number) =>
  new SpeechError('Malformed SSML', `line ${line}, column ${column}: ${reason}.`, 'text');

/** Takes the position out of a complaint of the XML parser: "3:14: unclosed tag: p" becomes "unclosed tag: p". */
const describe = (message: string) => message.replace(/^(?:[^:]*:)?\d+:\d+:\s*/, '').replace(/\.$/, '');
