import type { Item } from '../../text/script.ts';
import SOUNDS from '../sounds.json' with { type: 'json' };
import { table } from './rule.ts';
import type { ReadWord } from './words.ts';

const sounds = new Map(Object.entries(SOUNDS).map(([tag, words]) => [tag, table(words)]));

/** Sets the sounds of words that the voices say by the wrong rules, such as loan words: each becomes an item of its own. */
export function setSounds(
  items: readonly Item[],
  words: readonly ReadWord[],
  text: string,
  tagOf: (item: Item) => string,
): Item[] {
  let next = 0;
  return items.flatMap((item) => {
    const known = sounds.get(tagOf(item));
    if (item.kind !== 'spoken' || !known) return [item];
    const { ipa, alias, spelled, sayAs } = item.style;
    if (ipa !== undefined || alias !== undefined || spelled !== undefined || sayAs) return [item];
    const parts: Item[] = [];
    let at = item.from;
    while (next < words.length && words[next]!.from < item.from) next++;
    for (; next < words.length && words[next]!.to <= item.to; next++) {
      const { from, to, spoken } = words[next]!;
      const sound = spoken === undefined && known[text.slice(from, to).toLowerCase()];
      if (!sound) continue;
      if (from > at) parts.push({ ...item, from: at, to: from });
      parts.push({ ...item, from, to, style: { ...item.style, ipa: sound } });
      at = to;
    }
    return at < item.to ? [...parts, { ...item, from: at }] : parts;
  });
}
