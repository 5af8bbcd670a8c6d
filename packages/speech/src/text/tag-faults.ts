import { printable } from '@talking-avatar/contract';

/** Tags that have no content and must be self-closing. */
const EMPTY: ReadonlySet<string> = new Set(['break', 'mark', 'bookmark']);

/** A fault in a tag: its position in the source, and how to fix it. */
export interface TagFault {
  at: number;
  reason: string;
}

/** A possibly malformed attribute: a name, and a value with quotes, without the closing quote, or without any quotes. */
const ATTRIBUTE = /(\s*)([^\s=/>"'<]+)(?:\s*=\s*(?:"([^"<]*)("?)|'([^'<]*)('?)|([^\s"'<>]*)))?/y;
const NAME = /^[\p{L}_:][\p{L}\p{M}\d_:.-]*$/u;
/** Maximum number of characters of a name or value quoted in a message. */
const QUOTED = 40;
const quote = (text: string): string => printable(text, QUOTED);

/** Finds a fault in the attributes of the tag at a position. Returns undefined if there is none. */
export function findAttributeFault(source: string, start: number): TagFault | undefined {
  const [, name] = /^<([^\s/>"'=<]+)/.exec(source.slice(start, start + 200)) ?? [];
  if (name === undefined) return undefined;
  const seen = new Set<string>();
  ATTRIBUTE.lastIndex = start + 1 + name.length;
  for (let match = ATTRIBUTE.exec(source); match; match = ATTRIBUTE.exec(source)) {
    const [, space = '', attribute = '', double, doubleEnd, single, singleEnd, bare] = match;
    const at = match.index + space.length;
    const [value, end] = [double ?? single ?? bare, doubleEnd ?? singleEnd];
    const fault = (reason: string): TagFault => ({ at, reason });
    const written = `${quote(attribute)}="${quote(trimValue(value ?? ''))}"`;
    if (!NAME.test(attribute)) return fault(`"${quote(attribute)}" in <${quote(name)}> is not an attribute name; remove it`);
    if (value === undefined) return fault(`${quote(attribute)} in <${quote(name)}> has no value; write ${quote(attribute)}="value"`);
    if (end === undefined) return fault(`the value of ${quote(attribute)} in <${quote(name)}> has no quotes; write ${written}`);
    // A quote after the end of the tag is not part of it.
    const after = source[ATTRIBUTE.lastIndex];
    if (end === '' || (value.includes('>') && after !== undefined && !/[\s/>]/.test(after)))
      return fault(`the value of ${quote(attribute)} in <${quote(name)}> has no closing quote; write ${written}`);
    if (space === '') return fault(`${quote(attribute)} in <${quote(name)}> has no space before it; add one`);
    if (seen.has(attribute)) return fault(`<${quote(name)}> has ${quote(attribute)} twice; remove one of them`);
    seen.add(attribute);
  }
  return undefined;
}

/** Cuts off text after a value whose closing quote is missing. */
const trimValue = (value: string): string =>
  value
    .slice(0, value.includes('>') ? value.indexOf('>') : undefined)
    .trimEnd()
    .replace(/\/$/, '')
    .trimEnd();

/** Suggests a fix for a tag that should not be open. */
export function adviseEnd(source: string, { name, at }: { name: string; at: number }, where: string): string {
  if (!EMPTY.has(name.toLowerCase())) return `write </${quote(name)}> ${where}`;
  const [tag] = /^<[^<>]{0,60}(?=>)/.exec(source.slice(at, at + 70)) ?? [`<${quote(name)} …`];
  return `write ${tag.trimEnd()}/>`;
}

/** Finds an invalid character in a tag name. Returns undefined for a "<" that does not begin a tag. */
export function findNameFault(source: string, at: number): TagFault | undefined {
  const [, name = '', sign] = /^<\/?([\p{L}_:][\p{L}\p{M}\d_:.-]*)([^\s/>])/u.exec(source.slice(at, at + 200)) ?? [];
  if (sign === undefined) return undefined;
  return {
    at,
    reason: `"${sign}" is not allowed in a tag name, <${quote(name)}${sign}; remove it, or write &lt; if no tag begins here`,
  };
}
