import { SaxesParser } from 'saxes';
import { SpeechError } from '../speech.ts';
import { DEEPEST, ScriptReader } from './reader.ts';
import type { Script } from './script.ts';

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
export const looksLikeSsml = (text: string): boolean =>
  ENDING.test(text) || BEGINNING.test(text) || DOCUMENT.test(text);

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
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (!reader.open(name, attributes, isSelfClosing)) fail(`tags are nested more than ${DEEPEST} deep`);
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
