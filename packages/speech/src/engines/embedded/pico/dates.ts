import type { Language } from '@talking-avatar/contract';
import spanish from 'cldr-rbnf/rbnf/es.json' with { type: 'json' };
import french from 'cldr-rbnf/rbnf/fr.json' with { type: 'json' };
import italian from 'cldr-rbnf/rbnf/it.json' with { type: 'json' };
import { createSpellout } from '../../../normalization/core/spellout.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2000, month)));
const DATES = (
  [
    ['es-ES', spanish],
    ['fr-FR', french],
    ['it-IT', italian],
  ] as const
).map(([language, data]) => {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const gap = '(?:\\s|<mark name="\\d+"/>)+';
  const month = `(?:de${gap})?(?:${MONTHS.map((date) => format(date)).join('|')})(?!\\p{L})`;
  const day = new RegExp(`(?<![\\d.,:/"-])(?:[1-9]|[12]\\d|3[01])(?=${gap}${month})`, 'giu');
  return { language, day, spell: createSpellout(data, 'numbering') };
});

/** Writes days before a month in words, because the engine treats "3 marzo 2025" as one word with a pause in it. */
export function spellDays(language: Language, markup: string): string {
  const date = DATES.find((each) => each.language === language);
  return date ? markup.replace(date.day, (number) => date.spell(number)) : markup;
}
