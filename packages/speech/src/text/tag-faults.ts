/** Tags that have nothing in them: left open, they want their own end. */
const EMPTY: ReadonlySet<string> = new Set(['break', 'mark', 'bookmark']);

/** A fault of a tag: where it stands in the source, and what to write instead. */
export interface TagFault {
  at: number;
  reason: string;
}

/** One attribute of a tag, whole or not: a name, and a value in quotes that may lack the last, or without any. */
const ATTRIBUTE = /(\s*)([^\s=/>"'<]+)(?:\s*=\s*(?:"([^"<]*)("?)|'([^'<]*)('?)|([^\s"'<>]*)))?/y;
const NAME = /^[\p{L}_:][\p{L}\p{M}\d_:.-]*$/u;

/** Characters of a name or a value that a message quotes. */
const QUOTED = 40;
const quote = (text: string): string => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);

/** What is wrong with the attributes of the tag that begins at a place; undefined where nothing is. */
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
    if (!NAME.test(attribute)) return fault(`"${quote(attribute)}" in <${name}> is no name of an attribute; remove it`);
    if (value === undefined) return fault(`${attribute} in <${name}> has no value; write ${attribute}="value"`);
    if (end === undefined) return fault(`the value of ${attribute} in <${name}> has no quotes; write ${written}`);
    // A quote that comes only after the end of the tag belongs to something else.
    const after = source[ATTRIBUTE.lastIndex];
    if (end === '' || (value.includes('>') && after !== undefined && !/[\s/>]/.test(after)))
      return fault(`the value of ${attribute} in <${name}> lacks its closing quote; write ${written}`);
    if (space === '') return fault(`${attribute} in <${name}> has no space before it; write one`);
    if (seen.has(attribute)) return fault(`<${name}> has ${attribute} twice; keep one of them`);
    seen.add(attribute);
  }
  return undefined;
}

/** A value without what follows it when its end is missing. */
const trimValue = (value: string): string =>
  value
    .slice(0, value.includes('>') ? value.indexOf('>') : undefined)
    .trimEnd()
    .replace(/\/$/, '')
    .trimEnd();

/** What to do about a tag that is open at a place where it should not be. */
export function adviseEnd(source: string, { name, at }: { name: string; at: number }, where: string): string {
  if (!EMPTY.has(name.toLowerCase())) return `write </${name}> ${where}`;
  const [tag] = /^<[^<>]{0,60}(?=>)/.exec(source.slice(at, at + 70)) ?? [`<${name} …`];
  return `write ${tag.trimEnd()}/>`;
}

/** What is wrong with the beginning of a tag whose name has a sign that no name has; undefined for a "<" that begins none. */
export function findNameFault(source: string, at: number): TagFault | undefined {
  const [, name = '', sign] = /^<\/?([\p{L}_:][\p{L}\p{M}\d_:.-]*)([^\s/>])/u.exec(source.slice(at, at + 200)) ?? [];
  if (sign === undefined) return undefined;
  return {
    at,
    reason: `"${sign}" cannot stand in the name of a tag, <${quote(name)}${sign}; remove it, or write &lt; where no tag begins`,
  };
}
