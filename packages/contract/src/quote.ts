/** Maximum number of characters to quote from a client's input. */
const MAX_QUOTED = 100;

/** Characters that change how a terminal or a page displays the surrounding text, and unpaired surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Shortens untrusted text and replaces unprintable characters with their codes, such as `\u202e`, for messages and logs.
 * @param most maximum number of characters; longer text is cut off with "…"
 */
export function printable(text: string, most: number = MAX_QUOTED): string {
  const escaped = cut(text, most).replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return text.length > most || escaped.length > most ? `${cut(escaped, most)}…` : escaped;
}

/** Quotes an untrusted value as JSON, for messages and logs. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  return printable((typeof value === 'number' ? String(value) : JSON.stringify(value)) ?? String(value));
}

/** Shortens text without splitting a surrogate pair. */
const cut = (text: string, most: number): string => (text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text);
