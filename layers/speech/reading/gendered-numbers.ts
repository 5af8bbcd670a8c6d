import type { Language } from '../../contract/index.ts';
import type { Rule } from './reading.ts';
import { type RussianGender, sayRussianCardinal } from './russian-numbers.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** A whole number below a thousand that is no part of a date, a sum, a fraction or a longer number. */
const NUMBER = '(?<![\\p{L}\\p{N}.,:/%$€£¥₽+*#-]|\\d[ \\u00a0\\u202f])([1-9]\\d{0,2})';
/** The word that it counts, in small letters. */
const NOUN = '(?=[ \\u00a0](\\p{Ll}{3,})(?![\\p{L}\\p{M}-]))';

/** Words before a number that is a name rather than a count: "capítulo 1 trata de", "el 21 llegas". */
const LABELS: Partial<Readonly<Record<Tongue, string>>> = {
  es: 'capítulo|paso|parte|fase|nivel|grupo|tema|unidad|lección|página|línea|sección|versión|ejercicio|pregunta|tabla|figura|canal|sala|aula|puerta|planta|opción|artículo|número|n\\.º|tipo|clase|liga|división|serie|temporada|episodio|volumen|tomo|día|el|del|al|los|unos|a las?',
  pt: 'capítulo|passo|parte|fase|nível|grupo|tema|unidade|lição|página|linha|seção|secção|versão|exercício|pergunta|tabela|figura|canal|sala|porta|andar|opção|artigo|número|n\\.º|tipo|classe|liga|divisão|série|temporada|episódio|volume|tomo|dia|o|do|ao|os|dos|nos|aos|uns',
  ru: 'глав[аеуы]|част[ьи]|том|номер|шаг|урок|страниц[аеуы]|этаж|канал|групп[аеуы]|класс|тип|версия|пункт|вопрос|дом|квартир[аеуы]|рейс|до|от|с|около|после|более|менее|больше|меньше|старше|младше|из|для|к|в течение',
};

/** Numbers in the gender of what they count: "21 casas" is "veintiuna casas", "2 книги" is "две книги". */
export function genderedRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const say = TONGUES[tongue];
  if (!say) return [];
  return [
    {
      pattern: new RegExp(`(?<!(?<!\\p{L})(?:${LABELS[tongue]})[ \\u00a0])${NUMBER}${NOUN}`, 'giu'),
      say: ([, digits = '', noun = '']) => say(Number(digits), noun),
    },
  ];
}

const TONGUES: Partial<Readonly<Record<Tongue, (number: number, noun: string) => string | undefined>>> = {
  es: (number, noun) => {
    const gender = genderOf(noun, number, SPANISH);
    const isOne = number % 10 === 1 && number % 100 !== 11;
    if (gender === 'f' && (isOne || number >= 200)) return saySpanish(number, 'f');
    return gender === 'm' && isOne ? saySpanish(number, 'm') : undefined;
  },
  pt: (number, noun) => {
    const isSmall = [1, 2].includes(number % 10) && ![11, 12].includes(number % 100);
    const feminine = (isSmall || number >= 200) && genderOf(noun, number, PORTUGUESE) === 'f';
    return feminine ? sayPortuguese(number) : undefined;
  },
  ru: (number, noun) => {
    const gender = russianGenderOf(noun, number);
    return gender && sayRussianCardinal(number, gender);
  },
};

type Gender = 'm' | 'f';

/** How a language tells the gender of its nouns. */
interface Genders {
  /** Masculine nouns that look feminine. */
  masculine: ReadonlySet<string>;
  /** Words that look like nouns and are none. */
  others: ReadonlySet<string>;
  endsFeminine: RegExp;
  endsMasculine: RegExp;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const SPANISH: Genders = {
  masculine: words(
    'día problema mapa sistema programa tema planeta idioma clima drama poema sofá mes país tren hotel coche hombre nombre viaje bar ' +
      'días problemas mapas sistemas programas temas planetas idiomas climas dramas poemas sofás meses países trenes hoteles coches ' +
      'hombres nombres viajes bares millón millones dólar dólares gol goles',
  ),
  others: words(
    'para hasta contra cada toda todas otra otras era fuera sea sería nada ahora ella ellas esta estas una unas más mas menos ' +
      'pero como sino solo sólo luego cuando cuanto tanto todo otro otros todos mucho muchos mucha muchas apenas mientras además ' +
      'quizás sobre entre está estaba había eso esto algo bajo antes después',
  ),
  endsFeminine:
    /(?:as?|ción|ciones|sión|siones|dad|dades|tad|tades|tud|tudes)$|^(?:noche|clase|vez|calle|parte|llave|nube|tarde|mano|foto|moto)s?$|^(?:veces|luz|luces|mujer|mujeres|flor|flores)$/,
  endsMasculine: /os?$/,
};

const PORTUGUESE: Genders = {
  masculine: words(
    'dia problema mapa sistema programa tema planeta idioma clima drama poema sofá grama quilograma atlas ' +
      'dias problemas mapas sistemas programas temas planetas idiomas climas dramas poemas sofás gramas quilogramas',
  ),
  others: words(
    'para pela pelas contra cada toda todas outra outras era fora seja nada agora ela elas esta estas essa essas uma umas mas mais ' +
      'duas apenas embora ainda seria será estava estás vais tens minha minhas sua suas além',
  ),
  endsFeminine:
    /(?:as?|ção|ções|são|sões|dade|dades|agem|agens)$|^(?:noite|classe|vez|parte|chave|tarde)s?$|^(?:vezes|luz|luzes|mulher|mulheres|flor|flores|mão|mãos)$/,
  endsMasculine: /(?!)/,
};

/** The gender of what is counted, where its word tells it. */
function genderOf(noun: string, number: number, genders: Genders): Gender | undefined {
  const { masculine, others, endsFeminine, endsMasculine } = genders;
  // More than one asks for a plural.
  if (others.has(noun) || (number === 1) === noun.endsWith('s')) return masculine.has(noun) ? 'm' : undefined;
  if (masculine.has(noun)) return 'm';
  // Who does something may be a man: "31 turistas".
  if (/(?:ista|nauta|crata|cida|mata|atleta|colega|guía|guarda|policía|juez)s?$/.test(noun)) return undefined;
  if (endsFeminine.test(noun)) return 'f';
  return endsMasculine.test(noun) ? 'm' : undefined;
}

const SPANISH_ONES = ['', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'].concat(
  'once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós'.split(' '),
  'veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(' '),
);
const SPANISH_TENS = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const SPANISH_HUNDREDS = [
  '',
  'ciento',
  'doscient',
  'trescient',
  'cuatrocient',
  'quinient',
  'seiscient',
  'setecient',
].concat('ochocient', 'novecient');

/** A number from 1 to 999 before a noun. */
function saySpanish(value: number, gender: Gender): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const small = rest < 30 ? SPANISH_ONES[rest]! : [SPANISH_TENS[tens], SPANISH_ONES[ones]].filter(Boolean).join(' y ');
  const ended =
    gender === 'f' ? small.replace(/uno$/, 'una') : small.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');
  const head = SPANISH_HUNDREDS[hundreds]!;
  const hundred = hundreds < 2 ? (value === 100 ? 'cien' : head) : `${head}${gender === 'f' ? 'as' : 'os'}`;
  return [hundred, ended].filter(Boolean).join(' ');
}

const PORTUGUESE_ONES = [
  '',
  'uma',
  'duas',
  'três',
  'quatro',
  'cinco',
  'seis',
  'sete',
  'oito',
  'nove',
  'dez',
  'onze',
].concat('doze treze catorze quinze dezesseis dezessete dezoito dezenove'.split(' '));
const PORTUGUESE_TENS = 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const PORTUGUESE_HUNDREDS = ['', 'cento', 'duzentas', 'trezentas', 'quatrocentas', 'quinhentas', 'seiscentas'].concat(
  'setecentas',
  'oitocentas',
  'novecentas',
);

/** A number from 1 to 999 before a feminine noun. */
function sayPortuguese(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const tens = PORTUGUESE_TENS[Math.floor(rest / 10) - 2];
  const small = rest < 20 ? [PORTUGUESE_ONES[rest]] : [tens, PORTUGUESE_ONES[rest % 10]];
  return [value === 100 ? 'cem' : PORTUGUESE_HUNDREDS[hundreds], ...small].filter(Boolean).join(' e ');
}

/** Feminine nouns in the form that stands behind one, without their last letter; those in -ция and -сть all are. */
const RUSSIAN_FEMININE = words(
  'книг недел минут секунд тысяч страниц штук женщин девушк девочк машин копейк тонн школ стран улиц комнат квартир таблетк чашк ' +
    'ложк групп задач ошибк побед команд песн стать глав нот рыб собак кошк лодк лини компани сери верси строк точк букв ' +
    'картин бутылк коробк подруг сестр дочк звезд звёзд гор рек деревн газет ручк сумк рубашк роз тарелк вилк яхт корзин ' +
    'попытк поездк смен сумм цифр функци модел мил капл',
);
const RUSSIAN_NEUTER =
  /(?:[еая]ни|ти)е$|^(?:окно|место|слово|число|письмо|яблоко|яйцо|дело|дерево|колесо|кресло|зеркало|поле|море|утро|лето)$/;

/** Masculine nouns that look feminine behind two. */
const RUSSIAN_MASCULINE = words('мужчины папы дедушки дяди юноши судьи коллеги старосты воеводы');
/** Words in -и and -ы that are no nouns. */
const RUSSIAN_OTHERS = words(
  'или если чтобы при ими ними нами вами они эти мои твои свои наши ваши были почти внутри среди ради пути дни люди дети ведь',
);

/** The gender of what is counted where the words of the number differ: behind one by its own word, behind two by the genitive. */
function russianGenderOf(noun: string, number: number): RussianGender | undefined {
  const [ones, isTeen] = [number % 10, Math.floor(number / 10) % 10 === 1];
  if (isTeen) return undefined;
  if (ones === 1) {
    if (/(?:ция|сть)$/.test(noun) || (/[ая]$/.test(noun) && RUSSIAN_FEMININE.has(noun.slice(0, -1)))) return 'f';
    return RUSSIAN_NEUTER.test(noun) ? 'n' : undefined;
  }
  if (ones !== 2 || RUSSIAN_MASCULINE.has(noun) || RUSSIAN_OTHERS.has(noun)) return undefined;
  // A verb of the past has this ending too: "эти 2 пошли".
  if (/ли$/.test(noun)) return /^(?:недели|мили|капли|модели|земли|туфли|пули|роли|доли)$/.test(noun) ? 'f' : undefined;
  return /[иы]$/.test(noun) ? 'f' : undefined;
}
