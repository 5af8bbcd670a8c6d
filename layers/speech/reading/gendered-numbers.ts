import type { Language } from '../../contract/index.ts';
import { genderOf, germanGenderOf, italianGenderOf, russianGenderOf } from './noun-genders.ts';
import type { Rule } from './reading.ts';
import { sayFrenchFeminine, sayPortuguese, saySpanish } from './romance-numbers.ts';
import { sayRussianCardinal } from './russian-numbers.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** A whole number below a thousand that is no part of a date, a sum, a fraction or a longer number. */
const NUMBER = '(?<![\\p{L}\\p{N}.,:/%$€£¥₽+*#-]|\\d[ \\u00a0\\u202f])([1-9]\\d{0,2})';
/** The word that it counts, in small letters. */
const NOUN = '(?=[ \\u00a0](\\p{Ll}{3,})(?![\\p{L}\\p{M}-]))';

/** Words before a number that is a name rather than a count: "capítulo 1 trata de", "el 21 llegas". */
const LABELS: Partial<Readonly<Record<Tongue, string>>> = {
  es: 'capítulo|paso|parte|fase|nivel|grupo|tema|unidad|lección|página|línea|sección|versión|ejercicio|pregunta|tabla|figura|canal|sala|aula|puerta|planta|opción|artículo|número|n\\.º|tipo|clase|liga|división|serie|temporada|episodio|volumen|tomo|día|el|del|al|los|unos|a las?',
  pt: 'capítulo|passo|parte|fase|nível|grupo|tema|unidade|lição|página|linha|seção|secção|versão|exercício|pergunta|tabela|figura|canal|sala|porta|andar|opção|artigo|número|n\\.º|tipo|classe|liga|divisão|série|temporada|episódio|volume|tomo|dia|o|do|ao|os|dos|nos|aos|uns',
  fr: 'chapitre|partie|étape|phase|niveau|groupe|tome|page|ligne|section|version|exercice|question|tableau|figure|salle|porte|option|article|numéro|n°|type|classe|ligue|série|saison|épisode|volume|le|du|au|chaîne|route|zone',
  it: 'capitolo|parte|fase|livello|gruppo|tomo|pagina|riga|sezione|versione|esercizio|domanda|tabella|figura|sala|porta|opzione|articolo|art\\.|numero|n\\.|tipo|classe|lega|serie|stagione|episodio|volume|il|del|al|dal',
  ru: 'глав[аеуы]|част[ьи]|том|номер|шаг|урок|страниц[аеуы]|этаж|канал|групп[аеуы]|класс|тип|версия|пункт|вопрос|дом|квартир[аеуы]|рейс|до|от|с|около|после|более|менее|больше|меньше|старше|младше|из|для|к|в течение',
};

/** Numbers in the gender of what they count: "21 casas" is "veintiuna casas", "2 книги" is "две книги". */
export function genderedRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const say = TONGUES[tongue];
  if (tongue === 'de') return [GERMAN_ONES];
  if (!say || LABELS[tongue] === undefined) return [];
  const start = `(?<!(?<!\\p{L})(?:${LABELS[tongue]})[ \\u00a0])`;
  // Before a vowel it is one word with its noun.
  const hour: Rule = {
    pattern: new RegExp(`${start}${NUMBER}[ \\u00a0]ora(?![\\p{L}\\p{M}-])`, 'giu'),
    say: ([, one]) => (one === '1' ? "un'ora" : undefined),
  };
  return [
    ...(tongue === 'it' ? [hour] : []),
    {
      pattern: new RegExp(`${start}${NUMBER}${NOUN}`, 'giu'),
      say: ([, digits = '', noun = '']) => say(Number(digits), noun),
    },
  ];
}

const TONGUES: Partial<Readonly<Record<Tongue, (number: number, noun: string) => string | undefined>>> = {
  es: (number, noun) => {
    const gender = genderOf('es', noun, number);
    const isOne = number % 10 === 1 && number % 100 !== 11;
    if (gender === 'f' && (isOne || number >= 200)) return saySpanish(number, 'f');
    return gender === 'm' && isOne ? saySpanish(number, 'm') : undefined;
  },
  pt: (number, noun) => {
    const isSmall = [1, 2].includes(number % 10) && ![11, 12].includes(number % 100);
    const feminine = (isSmall || number >= 200) && genderOf('pt', noun, number) === 'f';
    return feminine ? sayPortuguese(number) : undefined;
  },
  fr: (number, noun) => (genderOf('fr', noun, number) === 'f' ? sayFrenchFeminine(number) : undefined),
  it: (number, noun) => {
    const gender = number === 1 ? italianGenderOf(noun) : undefined;
    return gender && (gender === 'f' ? 'una' : 'un');
  },
  zh: (number) => (number === 2 ? '两' : undefined),
  de: (number, noun) => {
    const gender = number === 1 ? germanGenderOf(noun) : undefined;
    return gender && (gender === 'f' ? 'eine' : 'ein');
  },
  ru: (number, noun) => {
    const gender = russianGenderOf(noun, number);
    return gender && sayRussianCardinal(number, gender);
  },
};

/** How many there are of something whose name is known: "un euro", "две минуты"; the number itself where no form of it differs. */
export function sayCount(tongue: Tongue, number: string, name: string): string {
  if (!/^[1-9]\d{0,2}$/.test(number)) return number;
  const [noun = name] = name.split(' ');
  return TONGUES[tongue]?.(Number(number), noun) ?? number;
}

/** Words before one thing that put it in another case, in German: "vor einer Stunde", "für einen Tag". */
const DATIVE = /(?<!\p{L})(?:vor|nach|seit|mit|von|zu|aus|bei|in|ab|an|auf|unter|binnen|während|innerhalb von) $/iu;
const ACCUSATIVE = /(?<!\p{L})(?:für|um|ohne|gegen|durch|pro|je) $/iu;

/** "1 Stunde" is "eine Stunde". */
const GERMAN_ONES: Rule = {
  pattern:
    /(?<![\p{L}\p{N}.,:/%$€£+*#-])(?<!(?:Kapitel|Seite|Teil|Nummer|Nr\.|Raum|Band|Stufe|Phase|Klasse|Artikel|Gruppe|Platz|Liga|Version|Formel|Tag|und|bis|oder) )1(?=[ \u00a0](\p{Lu}\p{Ll}+)(?![\p{L}\p{M}-]))/gu,
  say: ({ 1: noun = '', index, input }) => {
    const gender = germanGenderOf(noun);
    if (gender === undefined) return undefined;
    const before = input.slice(Math.max(0, index - 20), index);
    if (DATIVE.test(before)) return gender === 'f' ? 'einer' : 'einem';
    if (gender === 'm' && ACCUSATIVE.test(before)) return 'einen';
    return gender === 'f' ? 'eine' : 'ein';
  },
};
