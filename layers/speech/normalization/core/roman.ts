import type { LanguageRules } from './language.ts';
import { after, before, isInCapitals } from './patterns.ts';
import { applyRules, type Rule, rulesOf } from './rule.ts';

/** The one way to write each number below 4000. */
const CANONICAL = /^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** The number that a Roman numeral writes; undefined for letters that are none. */
export function parseRoman(letters: string): number | undefined {
  if (!CANONICAL.test(letters)) return undefined;
  const values = [...letters].map((letter) => VALUES[letter]!);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

/** Rulers and popes whose names are counted, in English and as other languages write them. */
const RULERS =
  'Elizabeth|Elisabeth|Louis|Henry|George|Edward|Charles|James|William|Richard|Mary|Philip|Paul|Benedict|Pius|Leo|Gregory|Innocent|Clement|Urban|Alexander|Nicholas|Peter|Catherine|Frederick|Francis|Joseph|Otto|Napoleon|Ramesses|Ramses|Ptolemy|Darius|Xerxes|Constantine|Leopold|Wilhelm|Ferdinand|Isabella|Alfonso|Carlos|Juan|Felipe|Christian|Gustav|Haakon|Harald|Olav|Oscar|Robert|John|Stephen|Margaret|Victor|Emmanuel|Vittorio|Emanuele|Umberto|Michael|Pedro|Manuel|Maximilian|Albert|Ludwig|Friedrich|Heinrich|Karl|Beatrix|Margrethe|Selim|Mehmed|Murad|Suleiman|Isabel|Fernando|Enrique|Sancho|Jaime|Pablo|Benedicto|Pío|León|Gregorio|Luis|Alejandro|Nicolás|João|Afonso|Luís|José|Maria|Bento|Filipe|Luigi|Enrico|Carlo|Giovanni|Paolo|Benedetto|Leone|Federico|Napoleone|Francesco|François|Henri|Philippe|Jean|Pie|Léon|Grégoire|Benoît|Napoléon|Frédéric|Guillaume|Édouard|Nicolas|Élisabeth|Georg|Johannes|Benedikt|Franz|Josef|Nikolaus|Katharina';

/** Names of women among those that are counted. */
const WOMAN = /(?:Isabel|Mary|Maria|Elizabeth|Elisabeth|Élisabeth|Beatrix|Margrethe|[^e]a|Margaret|Catherine) $/u;

/** Titles before a name: the numeral behind it is surely one. */
const TITLES =
  'King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser|Sultan|Pharaoh|Rey|Reina|Papa|Rei|Rainha|Re|Regina|Roi|Reine|Pape|König|Königin|Papst|D\\.|Dom|Don';

/** Words that only "I", the pronoun, has behind it. */
const PRONOUN =
  "(?!['’](?:m|ve|d|ll)\\b| (?:am|have|had|do|did|will|would|could|can|should|like|love|want|need|think|thought|know|knew|see|saw|said|say|was|wrote|read|found|mean|guess|hope|went|got|just|really|always|never)\\b)";
/** What follows "I" behind the bare name of a ruler: the end of the clause, or a word that the pronoun never has. */
const SURELY_FIRST = "(?=\\s*(?:[.,;:!?)–—\\]]|$)|['’]s\\b| (?:of|is|has|and|who|died|reigned|ruled)\\b)";

/** Two letters or more, all of I, V, X: those with other letters are words too often (MIX, DIM, CIVIC, CD, LI). */
const SEVERAL = '[IVX]{2,}';
/** What counts a part: a lone C or L is a letter of its own, as in "Type C". */
const ANY = '(?=[LC]*[IVX])[IVXLC]{2,}|[IVX]';
/** What is surely a number beside other names: IV, VI, XI and XX are abbreviations there, and XXX is left open. */
export const LONG = '(?!XXX)(?:II|[IVX]{3,})';
const WORD_END = '(?![\\p{L}\\p{M}\\d])';

/** A numeral begins here: seen first, since what stands before it takes longer to look for. */
const SOON = '(?=[IVXLC])';

/** Words that are no names, though a sentence or a heading begins them with a capital. */
const NO_NAMES =
  'The|An?|His|Her|My|Your|Our|Their|Its|This|That|These|Those|Some|Any|No|Every|Each|Start|Stop|Give|Get|Use|Set|Place|Put|Insert|Remove|Check|Change|Hang|Begin|Continue|Need|Needs|Have|Has|Had|With|Without|By|Via|Through|In|On|At|For|From|To|Of|And|Or|But|If|When|Then|Is|Was|Are|Were|He|She|It|They|We|I|You|Who|Which';

/** The numeral of a match as a number, but for medicine's IV and the chromosomes XX. */
export const cardinal: Rule['verbalize'] = (match) => {
  if (isTerm(match)) return undefined;
  const value = parseRoman(match[1]!.normalize('NFKC'));
  return value === undefined ? undefined : `${value}`;
};

const isTerm = (match: RegExpExecArray): boolean => {
  const [left, right] = [before(match, 20), after(match)];
  if (match[0] === 'IV')
    return (
      /^[ -]?(?:drip|fluid|line|bag|access|catheter|antibiotic|infusion|push|pole|therapy|drug|medication|treatment|needle|dose)/i.test(
        right,
      ) || /(?:voie|vía|via|perfusion|accès|acceso|acesso) $/i.test(left)
    );
  return (
    match[0] === 'XX' &&
    (/c[hr]{1,2}omos+om\p{L}* $/iu.test(left) || /^[ -](?:c[hr]{1,2}omos+om|genotyp|karyotyp)/i.test(right))
  );
};

/** A numeral that is said by what it counts, where it is one. */
export const ordinalOf =
  (name: (value: number, match: RegExpExecArray) => string | undefined, group = 1): Rule['verbalize'] =>
  (match) => {
    const value = parseRoman(match[group] ?? '');
    return value === undefined ? undefined : name(value, match);
  };

/** How Roman numerals are read: with names of rulers in the words of the language, elsewhere as numbers. */
export function romanRules({ roman }: LanguageRules): Rule[] {
  if (!roman) return [];
  if (!('parts' in roman)) return [...roman.others];
  const { parts, ruler, part, end = WORD_END, others = [], alone } = roman;
  const verbalizeRuler = ordinalOf(
    (value, match) => ruler?.(value, WOMAN.test(before(match, 15)), before(match)) ?? `${value}`,
  );
  const rules = rulesOf(
    [
      new RegExp(`${SOON}(?<=(?<![\\p{L}\\p{M}])(?:${parts})[ \\u00a0]?)(${ANY})${WORD_END}${PRONOUN}`, 'gu'),
      ordinalOf((value, match) => part?.(value, before(match)) ?? `${value}`),
    ],
    [
      new RegExp(`${SOON}(?<=(?<![\\p{L}])(?:${TITLES}) (?:\\p{Lu}[\\p{L}]+ ){1,2})(${ANY})${end}`, 'gu'),
      verbalizeRuler,
    ],
    [new RegExp(`${SOON}(?<=(?<![\\p{L}])(?:${RULERS}) )(${SEVERAL}|[VX])${end}`, 'gu'), verbalizeRuler],
    [new RegExp(`${SOON}(?<=(?<![\\p{L}])(?:${RULERS}) )(I)${SURELY_FIRST}`, 'gu'), verbalizeRuler],
  );
  // Behind a name: a word with a capital that does not only begin its sentence.
  const named = new RegExp(`(?<=[\\p{L}\\d,;:'’)] (?!(?:${NO_NAMES}) )\\p{Lu}\\p{Ll}+ )(${SEVERAL})${WORD_END}`, 'gu');
  const byItself = {
    never: [],
    long: rulesOf([/(?<![\p{L}\p{M}\d-])(?!XXX)(II|[IVX]{3,})(?![\p{L}\p{M}\d-])/gu, cardinal]),
    several: rulesOf([
      new RegExp(`(?<![\\p{L}\\p{M}\\d])(${SEVERAL})${WORD_END}`, 'gu'),
      (match) => (isInCapitals(match, (word) => parseRoman(word) !== undefined) ? undefined : cardinal(match)),
    ]),
  }[alone];
  return [...rules, ...others, ...rulesOf([named, cardinal]), ...byItself];
}

/** Characters on either side of a numeral that tell what it counts. */
const REACH = 60;

/** Numerals that are single signs, such as Ⅷ: read as those of several letters are, or else as numbers. */
export function romanSignRules(language: LanguageRules): Rule[] {
  const rules = romanRules(language);
  return rulesOf([
    /[\u2160-\u217f]+/gu,
    (match) => {
      const letters = match[0].normalize('NFKC').toUpperCase();
      const left = before(match, REACH);
      const text = left + letters + after(match, REACH);
      const read = applyRules(text, rules).find(({ from, to }) => from === left.length && to === from + letters.length);
      const value = parseRoman(letters);
      return read?.spoken ?? (value === undefined ? undefined : `${value}`);
    },
  ]);
}
