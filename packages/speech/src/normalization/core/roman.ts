import type { LanguageRules } from './language.ts';
import { before, isInCapitals, type Rule, re, rulesOf } from './rule.ts';

/** The canonical numeral for each number below 4000. */
const CANONICAL = /^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Parses a Roman numeral, in letters or as a single character such as Ⅷ. Returns undefined for anything else. */
export function parseRoman(numeral: string): number | undefined {
  const letters = numeral.normalize('NFKC').toUpperCase();
  if (!CANONICAL.test(letters)) return undefined;
  const values = [...letters].map((letter) => VALUES[letter]!);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

/** Rulers and popes with numbered names. Texts in any language may mention foreign ones. */
const RULERS =
  'Pio|Sisto|Clemente|Giulio|Innocenzo|Urbano|Bonifacio|Adriano|Guglielmo|Ferdinando|Filippo|Amedeo|Alessandro|Massimiliano|Julius|Innozenz|Otto|Konrad|Margherita|Isabella|Elizabeth|Elisabeth|Louis|Henry|George|Edward|Charles|James|William|Richard|Mary|Philip|Paul|Benedict|Pius|Leo|Gregory|Alexander|Nicholas|Peter|Catherine|Frederick|Francis|Joseph|Napoleon|Ramses|Leopold|Wilhelm|Ferdinand|Isabella|Alfonso|Carlos|Juan|Felipe|Christian|Gustav|Margaret|Victor|Emmanuel|Vittorio|Emanuele|Umberto|Pedro|Manuel|Maximilian|Albert|Ludwig|Friedrich|Heinrich|Karl|Isabel|Fernando|Enrique|Sancho|Jaime|Pablo|Benedicto|Pío|León|Gregorio|Luis|Alejandro|Nicolás|João|Afonso|Luís|José|Maria|Bento|Filipe|Luigi|Enrico|Carlo|Giovanni|Paolo|Benedetto|Leone|Federico|Napoleone|Francesco|François|Henri|Philippe|Jean|Pie|Léon|Benoît|Napoléon|Frédéric|Guillaume|Édouard|Nicolas|Élisabeth|Georg|Johannes|Benedikt|Franz|Josef|Nikolaus|Katharina|Franziskus|Paulo|Harald|Haakon|Margrethe|John';

const WOMAN = /(?:Isabel|Mary|Maria|Elizabeth|Elisabeth|Élisabeth|Margrethe|[^e]a|Margaret|Catherine) $/u;

/** Reads a match based on the value of its numeral. Returns undefined if it isn't a numeral. */
export const ordinalOf =
  (name: (value: number, match: RegExpExecArray) => string | undefined): Rule['verbalize'] =>
  (match) => {
    const value = parseRoman(match[1] ?? '');
    return value === undefined ? undefined : name(value, match);
  };

/** Rules for Roman numerals, which are read as words after the names of rulers, and as numbers elsewhere. */
export function romanRules({ roman }: LanguageRules): Rule[] {
  if (!roman) return [];
  const { parts, ruler, part, end = '(?![\\p{L}\\p{M}\\d])', others = [], alone = '(?!)', first = '(?!)' } = roman;
  const verbalizeRuler = ordinalOf((value, match) => ruler?.(value, WOMAN.test(before(match)), before(match)) ?? `${value}`);
  return [
    ...rulesOf(
      [
        re`(?=[IVXLC])(?<=(?<![\p{L}\p{M}])(?:${parts})[ \u00a0]?)((?=[LC]*[IVX])[IVXLC]{2,}|[IVX])(?![\p{L}\p{M}\d]|['’]|${roman.pronoun ?? '(?!)'})`,
        ordinalOf((value, match) => part?.(value, before(match)) ?? `${value}`),
      ],
      [re`(?=[IVX])(?<=(?<!\p{L})(?:${RULERS}) )([IVX]{2,}|[VX]|I(?=\.?(?=\s*(?:[.,;:!?)–—\]]|$)|${first})))${end}`, verbalizeRuler],
    ),
    ...others,
    ...rulesOf([
      re`(?<![\p{L}\p{M}\d-])(?!XXX)(${alone})(?![\p{L}\p{M}\d-])`,
      (match) => (isInCapitals(match, (word) => parseRoman(word) !== undefined) ? undefined : parseRoman(match[0])?.toString()),
    ]),
  ];
}
