import { isDeepStrictEqual } from 'node:util';
import type { Item, PauseItem, SpokenItem } from '../../../text/script.ts';
import type { Span } from '../../../text/words.ts';
import { toAscii } from './ascii.ts';

/** Maximum length of a piece, in characters. Limits memory use and the effect of an incorrectly assigned word. */
const MAX_PIECE = 300;

/** Text for a single call to flite. */
export interface Piece {
  text: string;
  /** Indices of the script's words in the piece. */
  words: number[];
}

/** Merges spoken items that have the same style. Pauses separate items; marks do not. */
export function mergeSpokenItems(items: readonly Item[]): (SpokenItem | PauseItem)[] {
  const joined: (SpokenItem | PauseItem)[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === 'pause') joined.push(item);
    if (item.kind !== 'spoken') continue;
    const { ipa: _, ...style } = item.style;
    if (last?.kind === 'spoken' && isDeepStrictEqual(last.style, style)) joined.splice(-1, 1, { ...last, to: item.to });
    else joined.push({ ...item, style });
  }
  return joined;
}

/** Splits an item into sentences, and splits overlong sentences at spaces. */
export function splitIntoPieces(
  text: string,
  { from, to, style }: SpokenItem,
  words: readonly Span[],
  spokenForms: readonly string[],
): Piece[] {
  const pieces: Piece[] = [];
  let piece: Piece = { text: '', words: [] };
  let at = from;
  const finish = () => {
    if (piece.words.length > 0) pieces.push(piece);
    piece = { text: '', words: [] };
  };
  words.forEach((word, i) => {
    if (word.from < from || word.from >= to) return;
    const between = text.slice(at, word.from);
    piece.text += toAscii(between) ?? ' ';
    if (piece.text.length > MAX_PIECE || /[.!?]["')\]]*\s+$/.test(piece.text) || /\n\s*\n/.test(between)) finish();
    piece.text += `${/[\w]$/.test(piece.text) ? ' ' : ''}${writeWord(spokenForms[i]!, style.spelled !== undefined)}`;
    piece.words.push(i);
    at = Math.min(word.to, to);
  });
  piece.text += toAscii(text.slice(at, to)) ?? ' ';
  finish();
  return pieces;
}

/** The letter A on its own would be read as the article. */
function writeWord(spokenForm: string, spelled: boolean): string {
  const plain = toAscii(spokenForm) ?? ' ';
  return spelled ? plain.replace(/\ba\b/gi, 'ay') : plain;
}
