import { findNearestName, printable } from '@talking-avatar/contract';
import { SaxesParser } from 'saxes';
import { SpeechError } from '../speech.ts';
import { describeReference } from './entities.ts';
import { MAX_DEPTH, ScriptReader } from './reader.ts';
import type { Script } from './script.ts';
import { adviseEnd, findAttributeFault, findNameFault } from './tag-faults.ts';

/** Any closing or self-closing tag. */
const ENDING = /<\/[a-z][\w:.-]*\s*>|<[a-z][\w:.-]*(?:\s[^<>]*)?\/>/i;

/** The opening tag of an SSML element, for which a missing closing tag is an error. */
const BEGINNING =
  /<(?:speak|break|prosody|say-as|sub|phoneme|emphasis|mark|lang|voice|emotion|mstts:[\w-]+|amazon:[\w-]+|audio|token)(?:\s[^<>]*)?>/i;

const DOCUMENT = /^\s*<(?:\?xml|speak\b|!DOCTYPE)/i;

/** Checks whether text is meant as SSML. One-letter tags count only if they have a closing tag, because "<p>" also occurs in other text. */
export const looksLikeSsml = (text: string): boolean => ENDING.test(text) || BEGINNING.test(text) || DOCUMENT.test(text);

interface OpenTag {
  name: string;
  at: number;
}

/**
 * Reads a `<speak>` document, or text with tags. @throws SpeechError with the line and column if it is malformed, or if it has a DOCTYPE
 * (which can declare entities)
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
    throw explainMalformedTag(source, place, reason) ?? explainUnbalancedTag(source, place, reason, open) ?? fail(FIXES[reason] ?? reason);
  });
  parser.on('opentagstart', ({ name }) => open.push({ name, at: source.lastIndexOf('<', parser.position - 1) }));
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (!reader.open(name, attributes, isSelfClosing)) fail(`tags are nested more than ${MAX_DEPTH} deep`);
  });
  parser.on('closetag', ({ name }) => {
    // A tag with a different closing tag is reported next, along with its position.
    if (closesTag(source, parser.position, name)) open.pop();
    reader.close();
  });
  parser.on('text', (text) => reader.say(text));
  parser.on('cdata', (text) => reader.say(text));
  parser.write(source).close();
  return reader.finish();
}

/** Checks whether a closing tag with that name, or a self-closing tag, ends at a position. */
function closesTag(source: string, position: number, name: string): boolean {
  const end = source.slice(source.lastIndexOf('<', position - 1), position);
  return end.endsWith('/>') || end.slice(2).replace(/\s*>.*$/s, '') === name;
}

/** Explains a fault in a tag's name or attributes, and how to fix it. Returns undefined for other errors. */
function explainMalformedTag(source: string, position: number, reason: string): SpeechError | undefined {
  // A "<" within a value that is missing a quote does not begin a tag.
  const at = source.lastIndexOf('<', position - (reason === 'disallowed character' ? 2 : 1));
  if (at < 0) return undefined;
  const fault = reason.startsWith('disallowed character in tag name')
    ? findNameFault(source, at)
    : /attribute|^disallowed character$|^unclosed tag|^unexpected end/.test(reason) && findAttributeFault(source, at);
  return fault ? malformedAt(source, fault.at, fault.reason) : undefined;
}

/** Explains an opening tag without a closing tag, or vice versa, and how to fix it. Returns undefined for other errors. */
function explainUnbalancedTag(source: string, position: number, reason: string, open: readonly OpenTag[]): SpeechError | undefined {
  const last = open.at(-1);
  if (reason.startsWith('unclosed tag') && last) {
    const tagStart = source.lastIndexOf('<');
    if (!source.includes('>', tagStart)) return malformedAt(source, tagStart, FIXES['unexpected end']!);
    return malformedAt(source, last.at, `<${printable(last.name)}> has no closing tag; ${adviseEnd(source, last, 'where it ends')}`);
  }
  if (!/^(?:unexpected close tag|unmatched closing tag)/.test(reason)) return undefined;
  const at = source.lastIndexOf('<', position - 1);
  const end = source.slice(at, position);
  const ended = /^<\/([^\s>]*)/.exec(end)?.[1];
  if (!last || !open.some(({ name }) => name === ended)) {
    const written = ended ?? '';
    // Short names such as <p> and <s> are similar to all other names.
    const nearest = written.length < SHORTEST_NAME ? undefined : findNearestName(written, open.map(({ name }) => name).reverse());
    const fix = nearest ? `write </${nearest}>` : 'remove it, or add the opening tag before it';
    return malformedAt(source, at, `${printable(end)} closes a tag that is not open; ${fix}`);
  }
  const [line, column] = placeOf(source, last.at);
  const place = `<${printable(last.name)}> in line ${line}, column ${column},`;
  return malformedAt(source, at, `${printable(end)} appears while ${place} is still open; ${adviseEnd(source, last, 'before it')}`);
}

/** Minimum length of a name for which a correction is suggested, in letters. */
const SHORTEST_NAME = 3;

/** Fixes, keyed by the XML parser's error messages. */
const FIXES: Readonly<Record<string, string>> = {
  'attribute without value': 'an attribute has no value; write name="value"',
  'unquoted attribute value': 'the value of an attribute has no quotes; write name="value"',
  'no whitespace between attributes': 'there is no space between two attributes; add one',
  'disallowed character in tag name': 'a "<" does not begin a tag; write &lt;',
  'disallowed character in closing tag': 'a closing tag contains more than its name; write </name>',
  'weird empty close tag': '</> has no name; add the name of the tag that it closes',
  'forward-slash in opening tag not followed by >': 'a "/" is within a tag; write /> at the end of the tag, or put the "/" in quotes',
  'text data outside of root node': 'there is text outside <speak>; put all of it between <speak> and </speak>',
  'documents may contain only one root': 'there is a second document; put all text between one <speak> and </speak>',
  'unexpected end': 'the text ends within a tag; add its ">"',
};

/**
 * Reports faults that the parser would describe poorly or in the wrong place, such as a DOCTYPE (which could declare entities) or a bare
 * ampersand.
 */
function refuseUnsafe(source: string): void {
  const visible = blankOutParts(source);
  const doctype = visible.search(/<!DOCTYPE/i);
  if (doctype >= 0) throw malformedAt(source, doctype, 'a DOCTYPE is not allowed; remove it');
  const sign = findInvalidCharacter(source, visible);
  if (sign) {
    const name = `U+${sign.code.toString(16).toUpperCase().padStart(4, '0')}`;
    throw malformedAt(source, sign.at, `the invisible character ${name} is not allowed in SSML; remove it`);
  }
  const ampersand = visible.search(/&(?!(?:#\d+|#x[\da-fA-F]+|amp|lt|gt|quot|apos);)/);
  if (ampersand >= 0) throw malformedAt(source, ampersand, describeReference(visible.slice(ampersand, ampersand + 40)));
}

/** Parts that cannot contain tags or references, keyed by their start, with their end and name. */
const PARTS: Readonly<Record<string, readonly [end: string, name: string]>> = {
  '<!--': ['-->', 'comment'],
  '<![CDATA[': [']]>', 'CDATA section'],
  '<?': ['?>', 'processing instruction'],
};

/** Replaces these parts with blanks of the same length, to preserve positions. */
function blankOutParts(source: string): string {
  const beginning = /<!\[CDATA\[|<!--|<\?/g;
  let visible = '';
  let at = 0;
  for (let found = beginning.exec(source); found; found = beginning.exec(source)) {
    const [end, name] = PARTS[found[0]]!;
    const to = source.indexOf(end, beginning.lastIndex);
    if (to < 0) throw malformedAt(source, found.index, `the ${name} that begins here has no end; add ${end}`);
    visible += source.slice(at, found.index) + ' '.repeat(to + end.length - found.index);
    at = to + end.length;
    beginning.lastIndex = at;
  }
  return visible + source.slice(at);
}

/** Characters that XML does not allow (XML 1.0, 2.2): most control characters, lone surrogates, and two noncharacters. */
const INVALID_CHARACTER = /(?![\t\n\r])\p{Cc}(?<![\x7f-\x9f])|[\ufffe\uffff]|\p{Cs}/u;
const REFERENCE = /&#(?:(\d+)|x([\da-f]+));/gi;

/** Finds the first character, literal or as a reference, that XML does not allow. `visible` is the source with comments blanked out. */
function findInvalidCharacter(source: string, visible: string): { code: number; at: number } | undefined {
  const at = source.search(INVALID_CHARACTER);
  if (at >= 0) return { code: source.codePointAt(at)!, at };
  for (const { 1: decimal, 2: hexadecimal = '', index } of visible.matchAll(REFERENCE)) {
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (code > 0x10ffff || INVALID_CHARACTER.test(String.fromCodePoint(code))) return { code, at: index };
  }
  return undefined;
}

function malformedAt(source: string, offset: number, reason: string): SpeechError {
  return malformed(reason, ...placeOf(source, offset));
}

/** Returns the line and column, counted from 1. */
function placeOf(source: string, offset: number): [line: number, column: number] {
  const lines = source.slice(0, offset).split('\n');
  return [lines.length, lines.at(-1)!.length + 1];
}

const malformed = (reason: string, line: number, column: number) =>
  new SpeechError('Malformed SSML', `line ${line}, column ${column}: ${reason}.`, 'text');

/** Removes the position from an XML parser error, turning "3:14: unclosed tag: p" into "unclosed tag: p". */
const describe = (message: string) => message.replace(/^(?:[^:]*:)?\d+:\d+:\s*/, '').replace(/\.$/, '');
