import type { Language } from '../../contract/index.ts';
import { sayOrdinal } from './ordinals.ts';
import { isInCapitals } from './patterns.ts';
import type { Rule } from './reading.ts';
import { toFeminine } from './romance-ordinals.ts';
import { UNSPACED } from './signs.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** The one way to write each number below 4000. */
const CANONICAL = /^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** The number that a Roman numeral writes; undefined for letters that are none. */
export function readRoman(letters: string): number | undefined {
  if (!CANONICAL.test(letters)) return undefined;
  const values = [...letters].map((letter) => VALUES[letter]!);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

/** Tongues that write a numeral between two signs, without spaces. */
type Unspaced = 'zh' | 'ja' | 'ko';

/** Rulers and popes whose names are counted, in English and as other languages write them. */
const RULERS =
  'Elizabeth|Elisabeth|Louis|Henry|George|Edward|Charles|James|William|Richard|Mary|Philip|Paul|Benedict|Pius|Leo|Gregory|Innocent|Clement|Urban|Alexander|Nicholas|Peter|Catherine|Frederick|Francis|Joseph|Otto|Napoleon|Ramesses|Ramses|Ptolemy|Darius|Xerxes|Constantine|Leopold|Wilhelm|Ferdinand|Isabella|Alfonso|Carlos|Juan|Felipe|Christian|Gustav|Haakon|Harald|Olav|Oscar|Robert|John|Stephen|Margaret|Victor|Emmanuel|Vittorio|Emanuele|Umberto|Michael|Pedro|Manuel|Maximilian|Albert|Ludwig|Friedrich|Heinrich|Karl|Beatrix|Margrethe|Harald|Selim|Mehmed|Murad|Suleiman|Isabel|Fernando|Enrique|Sancho|Jaime|Pablo|Benedicto|Pío|León|Gregorio|Luis|Alejandro|Nicolás|João|Afonso|Luís|José|Maria|Bento|Filipe|Luigi|Enrico|Carlo|Giovanni|Paolo|Benedetto|Leone|Federico|Napoleone|Francesco|François|Henri|Philippe|Jean|Paul|Pie|Léon|Grégoire|Benoît|Napoléon|Frédéric|Guillaume|Édouard|Nicolas|Élisabeth|Georg|Johannes|Benedikt|Franz|Josef|Nikolaus|Katharina';

/** Titles before a name: the numeral behind it is surely one. */
const TITLES =
  'King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser|Sultan|Pharaoh|Rey|Reina|Papa|Rei|Rainha|Re|Regina|Roi|Reine|Pape|König|Königin|Papst|D\\.|Dom|Don';

/** What is counted with numerals, in each language: chapters, wars and the like. */
const PARTS: Readonly<Record<Exclude<Tongue, Unspaced>, string>> = {
  en: 'Chapter|Part|Volume|Vol\\.|Book|Act|Scene|Section|Article|Appendix|Phase|Type|Class|Level|Grade|Title|Figure|Table|World War|Super Bowl|Final Fantasy|Episode|Apollo|Rocky|Schedule|Stage|Round|Annex',
  de: 'Kapitel|Teil|Band|Akt|Szene|Artikel|Anhang|Phase|Typ|Klasse|Stufe|Tafel|Abschnitt|Weltkrieg|Buch|Hartz',
  fr: 'chapitre|partie|tome|volume|livre|acte|scène|article|annexe|phase|type|classe|niveau|titre|Chapitre|Partie|Tome|Volume|Livre|Acte|Scène|Article|Annexe|Phase|Type|Titre|Paris',
  es: 'capítulo|parte|tomo|volumen|libro|acto|escena|artículo|anexo|fase|tipo|clase|nivel|título|siglo|siglos|Capítulo|Parte|Tomo|Volumen|Libro|Acto|Escena|Artículo|Anexo|Fase|Tipo|Título|Siglo|Guerra Mundial',
  it: 'capitolo|parte|tomo|volume|libro|atto|scena|articolo|allegato|fase|tipo|classe|livello|titolo|Capitolo|Parte|Tomo|Volume|Libro|Atto|Scena|Articolo|Allegato|Fase|Tipo|Titolo',
  pt: 'capítulo|parte|tomo|volume|livro|ato|acto|cena|artigo|anexo|fase|tipo|classe|nível|título|século|séculos|Capítulo|Parte|Tomo|Volume|Livro|Ato|Acto|Cena|Artigo|Anexo|Fase|Tipo|Título|Século|séc\\.|Séc\\.',
  ru: 'глава|часть|том|Глава|Часть|Том',
  vi: 'thế kỷ|Thế kỷ|chương|Chương|phần|Phần|tập|Tập|thứ|quý|Quý',
  hi: 'अध्याय|भाग|खंड',
  ar: 'الفصل|الجزء|القرن',
};

/** Words that only "I", the pronoun, has behind it. */
const PRONOUN =
  "(?!['’](?:m|ve|d|ll)\\b| (?:am|have|had|do|did|will|would|could|can|should|like|love|want|need|think|thought|know|knew|see|saw|said|say|was|wrote|read|found|mean|guess|hope|went|got|just|really|always|never)\\b)";
/** What follows "I" behind the bare name of a ruler: the end of the clause, or a word that the pronoun never has. */
const SURELY_FIRST = "(?=\\s*(?:[.,;:!?)–—\\]]|$)|['’]s\\b| (?:of|is|has|and|who|died|reigned|ruled)\\b)";

/** Two letters or more, all of I, V, X: those with other letters are words too often (MIX, DIM, CIVIC, CD, LI). */
const SEVERAL = '[IVX]{2,}';
/** What counts a part: a lone C or L is a letter of its own, as in "Type C". */
const ANY = '(?=[LC]*[IVX])[IVXLC]{2,}|[IVX]';
const WORD_END = '(?![\\p{L}\\p{M}\\d])';

/** Words that are no names, though a sentence or a heading begins them with a capital. */
const NO_NAMES =
  'The|An?|His|Her|My|Your|Our|Their|Its|This|That|These|Those|Some|Any|No|Every|Each|Start|Stop|Give|Get|Use|Set|Place|Put|Insert|Remove|Check|Change|Hang|Begin|Continue|Need|Needs|Have|Has|Had|With|Without|By|Via|Through|In|On|At|For|From|To|Of|And|Or|But|If|When|Then|Is|Was|Are|Were|He|She|It|They|We|You|Who|Which';

/** What is surely a number behind a name of signs: IV, VI, XI and XX are short forms there, and XXX is left open. */
const LONG = '(?!XXX)(?:II|[IVX]{3,})';
/** What even one letter counts, in Chinese and Korean: rulers and centuries. */
const RULED = { zh: '世(?![代界])', ko: '세(?:기|[는의를와가]|(?!\\p{L}))' };

/** How Roman numerals are read: with names of rulers in the words of the language, elsewhere as numbers. */
export function romanRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  if (tongue === 'ru' || tongue === 'ja') return [];
  const cardinal: Rule['say'] = (match) => (isTerm(match) ? undefined : say(readRoman(match[1]!.normalize('NFKC'))));
  if (tongue === 'zh' || tongue === 'ko') {
    const [before, after] = tongue === 'zh' ? ['第', '[章节卷部篇幕集期届条代]'] : ['제', '[장권부편막절조회]'];
    return [
      { pattern: new RegExp(`(?<=${before} ?)([IVX]+|[Ⅰ-Ⅻ])(?= ?${after})`, 'gu'), say: cardinal },
      {
        pattern: new RegExp(
          `(?<![a-zA-Z\\d])((?<=${UNSPACED}[· ]?)${LONG}|[IVX]+(?=${RULED[tongue]}))(?![a-zA-Z\\d])`,
          'gu',
        ),
        say: cardinal,
      },
      { pattern: /([Ⅰ-Ⅻ])/gu, say: cardinal },
    ];
  }
  const rules: Rule[] = [
    {
      pattern: new RegExp(`(?<=(?<![\\p{L}\\p{M}])(?:${PARTS[tongue]})[ \\u00a0]?)(${ANY})${WORD_END}${PRONOUN}`, 'gu'),
      say: (match) => sayPart(tongue, language, match),
    },
    {
      pattern: new RegExp(
        `(?<=(?<![\\p{L}])(?:${TITLES}) (?:\\p{Lu}[\\p{L}]+ ){1,2})(${ANY})${tongue === 'de' ? GERMAN_END : WORD_END}`,
        'gu',
      ),
      say: (match) => sayRuler(tongue, language, match),
    },
    {
      pattern: new RegExp(
        `(?<=(?<![\\p{L}])(?:${RULERS}) )(${SEVERAL}|[VX])${tongue === 'de' ? GERMAN_END : WORD_END}`,
        'gu',
      ),
      say: (match) => sayRuler(tongue, language, match),
    },
    {
      pattern: new RegExp(`(?<=(?<![\\p{L}])(?:${RULERS}) )(I)${SURELY_FIRST}`, 'gu'),
      say: (match) => sayRuler(tongue, language, match),
    },
    ...centuries(tongue, language),
    {
      // Behind a name: a word with a capital that does not only begin its sentence.
      pattern: new RegExp(`(?<=[\\p{L}\\d,;:'’)] (?!(?:${NO_NAMES}) )\\p{Lu}\\p{Ll}+ )(${SEVERAL})${WORD_END}`, 'gu'),
      say: cardinal,
    },
  ];
  if (tongue === 'en')
    return [...rules, { pattern: /(?<![\p{L}\p{M}\d-])(?!XXX)(II|[IVX]{3,})(?![\p{L}\p{M}\d-])/gu, say: cardinal }];
  if (tongue === 'de') return rules;
  return [
    ...rules,
    {
      pattern: new RegExp(`(?<![\\p{L}\\p{M}\\d])(${SEVERAL})${WORD_END}`, 'gu'),
      say: (match) => (isInCapitals(match, (word) => readRoman(word) !== undefined) ? undefined : cardinal(match)),
    },
  ];
}

/** Medicine's IV, and the chromosomes XX, are no numbers. */
const isTerm = ({ 0: numeral, index, input }: RegExpExecArray): boolean => {
  const [before, after] = [input.slice(Math.max(0, index - 20), index), input.slice(index + numeral.length)];
  if (numeral === 'IV')
    return (
      /^[ -]?(?:drip|fluid|line|bag|access|catheter|antibiotic|infusion|push|pole|therapy|drug|medication|treatment|needle|dose)/i.test(
        after,
      ) || /(?:voie|vía|via|perfusion|accès|acceso|acesso) $/i.test(before)
    );
  return (
    numeral === 'XX' &&
    (/c[hr]{1,2}omos+om\p{L}* $/iu.test(before) || /^[ -](?:c[hr]{1,2}omos+om|genotyp|karyotyp)/i.test(after))
  );
};

const say = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}`);

/** German numerals of rulers end in a full stop, which is read with them unless the sentence ends there too. */
const GERMAN_END = '(?![\\p{L}\\p{M}\\d])(?:\\.(?= \\p{Ll}|,)|(?=\\.))?';

function sayPart(
  tongue: Tongue,
  language: Language,
  { 1: letters = '', index, input }: RegExpExecArray,
): string | undefined {
  const value = readRoman(letters);
  if (value === undefined) return undefined;
  const century = /siglos? $|séculos? $|séc\. $/i.test(input.slice(Math.max(0, index - 9), index));
  return century && tongue === 'pt' && value <= 10 ? sayOrdinal(language, value) : `${value}`;
}

/** Names of women among those that are counted. */
const WOMAN = /(?:Isabel|Mary|Maria|Elizabeth|Elisabeth|Élisabeth|Beatrix|Margrethe|[^e]a|Margaret|Catherine) $/u;

function sayRuler(
  tongue: Tongue,
  language: Language,
  { 1: letters = '', index, input }: RegExpExecArray,
): string | undefined {
  const value = readRoman(letters);
  if (value === undefined) return undefined;
  const woman = WOMAN.test(input.slice(Math.max(0, index - 15), index));
  switch (tongue) {
    case 'en':
      return `the ${sayOrdinal(language, value)}`;
    case 'de':
      return sayGermanRuler(sayOrdinal(language, value), woman, input.slice(0, index));
    case 'fr':
      return value === 1 ? (woman ? 'première' : 'premier') : `${value}`;
    case 'es':
    case 'pt':
      if (value > 10) return `${value}`;
      return woman ? toFeminine(sayOrdinal(language, value)) : sayOrdinal(language, value);
    case 'it':
      return woman ? toFeminine(sayOrdinal(language, value)) : sayOrdinal(language, value);
    default:
      return `${value}`;
  }
}

/** "Ludwig der Vierzehnte", and behind an article that bends it "Ludwigs des Vierzehnten". */
function sayGermanRuler(ordinal: string, woman: boolean, before: string): string {
  const genitive = /s $/.test(before) && !/(?:us|es|is) $/.test(before);
  const [article, ending] = genitive ? ['des', 'n'] : [woman ? 'die' : 'der', ''];
  return `${article} ${ordinal.slice(0, -1)}${ending}`;
}

/** Numerals that name centuries: "XVIIe siècle", "XX secolo", "the XIX century". */
function centuries(tongue: Tongue, language: Language): Rule[] {
  const ordinal: Rule['say'] = ({ 1: letters = '' }) => {
    const value = readRoman(letters);
    return value === undefined ? undefined : sayOrdinal(language, value);
  };
  switch (tongue) {
    case 'en':
      return [{ pattern: /\b([IVX]+)(?= (?:century|centuries|dynasty|Corps|Legion|Olympiad)\b)/gu, say: ordinal }];
    case 'fr':
      return [
        { pattern: /(?<![\p{L}\d])([IVX]+)(?:e|ᵉ|ème|è)(?![\p{L}\d])/gu, say: ordinal },
        { pattern: /(?<![\p{L}\d])I(?:er|ᵉʳ)(?![\p{L}\d])/gu, say: () => 'premier' },
        { pattern: /(?<![\p{L}\d])I(?:re|ʳᵉ|ère)(?![\p{L}\d])/gu, say: () => 'première' },
      ];
    case 'it':
      return [{ pattern: /(?<![\p{L}\d])([IVX]+)(?= (?:secolo|sec\.|dinastia|Olimpiade))/gu, say: ordinal }];
    case 'de':
      return [
        {
          pattern: /(?<=\p{Lu}\p{Ll}+ (der|die|des|dem|den) )([IVX]+)(?:\.(?= \p{Ll}|,)|(?=\.))/gu,
          say: ([, article = '', letters = '']) => {
            const value = readRoman(letters);
            return value === undefined
              ? undefined
              : sayOrdinal(language, value).slice(0, -1) + (/^d(?:er|ie)$/.test(article) ? '' : 'n');
          },
        },
      ];
    default:
      return [];
  }
}
