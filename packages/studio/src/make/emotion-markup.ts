export interface Selected {
  text: string;
  start: number;
  end: number;
}

const TAG = /<\/?emotion\b[^>]*>/g;

/** Characters allowed in plain text but not in SSML. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const isMarkup = (text: string): boolean => /<[a-z/]/i.test(text);

/**
 * Marks the selected words with an emotion, replacing any emotions within the selection.
 * @param level from 0 to 1
 * @returns the new text with the same words selected, or the same text when no word is selected
 */
export function markEmotion({ text, start, end }: Selected, expression: string, level: number): Selected {
  const encode = isMarkup(text) ? (part: string) => part : (part: string) => part.replace(/[&<>]/g, (c) => ENTITIES[c]!);
  const chosen = text.slice(start, end);
  const trimmed = chosen.trim();
  if (trimmed === '') return { text, start, end };
  const lead = chosen.indexOf(trimmed);
  const before = encode(text.slice(0, start + lead));
  const inner = encode(trimmed.replace(TAG, ''));
  const after = encode(text.slice(start + lead + trimmed.length));
  const open = `<emotion name="${expression}" level="${level}">`;
  return {
    text: `${before}${open}${inner}</emotion>${after}`,
    start: before.length + open.length,
    end: before.length + open.length + inner.length,
  };
}

/** Removes emotions around and within the selection, or all of them if nothing is selected. */
export function clearEmotions({ text, start, end }: Selected): Selected {
  const [from, to] = start === end ? [0, text.length] : widen(text, start, end);
  const cleared = text.slice(from, to).replace(TAG, '');
  return { text: text.slice(0, from) + cleared + text.slice(to), start: from, end: from + cleared.length };
}

/** Widens a selection to include every emotion that it touches. */
function widen(text: string, start: number, end: number): [from: number, to: number] {
  let [from, to] = [start, end];
  for (const { 0: span, index } of text.matchAll(/<emotion\b[^>]*>.*?<\/emotion>/gs)) {
    if (index + span.length < start || index > end) continue;
    from = Math.min(from, index);
    to = Math.max(to, index + span.length);
  }
  return [from, to];
}
