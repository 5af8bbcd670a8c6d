import type { Item } from '../../text/script.ts';
import type { LanguageRules } from './language.ts';
import type { ReadWord } from './words.ts';

/** Sets the sounds of words that the voices say by the wrong rules, such as loan words: each becomes an item of its own. */
export function setSounds(
  items: readonly Item[],
  words: readonly ReadWord[],
  text: string,
  rulesFor: (item: Item) => LanguageRules,
): Item[] {
  let first = 0;
  return items.flatMap((item) => {
    if (item.kind !== 'spoken') return [item];
    const { ipa, alias, spelled, sayAs } = item.style;
    const { sounds, tag } = rulesFor(item);
    if (!sounds || ipa !== undefined || alias !== undefined || spelled !== undefined || sayAs) return [item];
    const parts: Item[] = [];
    let at = item.from;
    while (first < words.length && words[first]!.from < item.from) first++;
    for (let i = first; i < words.length && words[i]!.to <= item.to; i++) {
      const { from, to, spoken } = words[i]!;
      const word = text.slice(from, to).toLowerCase();
      const singular = word.endsWith('s') ? sounds[word.slice(0, -1)] : undefined;
      const sound =
        spoken === undefined && (sounds[word] ?? (singular && singular + (tag.startsWith('fr') ? '' : 's')));
      if (!sound) continue;
      if (from > at) parts.push({ ...item, from: at, to: from });
      parts.push({ ...item, from, to, style: { ...item.style, ipa: sound } });
      at = to;
    }
    return at < item.to ? [...parts, { ...item, from: at }] : parts;
  });
}
