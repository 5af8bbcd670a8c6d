import { isDeepStrictEqual } from 'node:util';
import type { Item, PauseItem, SpokenItem } from '../../../text/script.ts';
import type { Span } from '../../../text/words.ts';
import { toAscii } from './ascii.ts';

/** Longest piece that is said at once, characters: it bounds the memory, and the reach of a word that is misplaced. */
const PIECE = 300;

/** Text that is said in one go. */
export interface Piece {
  text: string;
  /** Numbers of the script's words in it. */
  words: number[];
}

/** What is said in one go: marks part nothing, only a pause or another style does. */
export function joinSpoken(items: readonly Item[]): (SpokenItem | PauseItem)[] {
  const joined: (SpokenItem | PauseItem)[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === 'pause') joined.push(item);
    if (item.kind !== 'spoken') continue;
    if (last?.kind === 'spoken' && isDeepStrictEqual(last.style, item.style))
      joined.splice(-1, 1, { ...last, to: item.to });
    else joined.push(item);
  }
  return joined;
}

/** Sentences, and what is longer than a piece at its spaces. */
export function cutPieces(
  text: string,
  { from, to, style }: SpokenItem,
  words: readonly Span[],
  said: readonly string[],
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
    if (piece.text.length > PIECE || /[.!?]["')\]]*\s+$/.test(piece.text) || /\n\s*\n/.test(between)) finish();
    piece.text += `${/[\w]$/.test(piece.text) ? ' ' : ''}${writeWord(said[i]!, style.spelled !== undefined)}`;
    piece.words.push(i);
    at = Math.min(word.to, to);
  });
  piece.text += toAscii(text.slice(at, to)) ?? ' ';
  finish();
  return pieces;
}

/** A lone letter a would be the article. */
function writeWord(said: string, spelled: boolean): string {
  const plain = toAscii(said) ?? ' ';
  return spelled ? plain.replace(/\ba\b/gi, 'ay') : plain;
}
