import type { Language } from '../../contract/index.ts';
import { sayOrdinal } from './ordinals.ts';
import type { Rule } from './reading.ts';
import { toFeminine } from './romance-ordinals.ts';
import { MINUS, sayMinus } from './signs.ts';

/** What tells an ordinal number from degrees: "el 3º piso", "hace 25º". */
interface Words {
  /** Articles before one thing that is counted. */
  articles: string;
  /** What is counted, and what follows a rank. */
  nouns: string;
  /** What stands before degrees. */
  weather: string;
  degrees: readonly [one: string, many: string];
}

const WORDS: Readonly<Record<'es' | 'pt' | 'it', Words>> = {
  es: {
    articles: 'el|del|al|un|su|mi|tu|este|ese|cada',
    nouns: 'piso|puesto|lugar|siglo|grado|aniversario|curso|premio|trimestre|congreso|día|año|capítulo|de',
    weather: 'hace|hacía|hará|a|de|los|unos|son|bajo|hasta|están?|con',
    degrees: ['grado', 'grados'],
  },
  pt: {
    articles: 'o|do|ao|no|pelo|um|num|seu|meu|este|esse|cada',
    nouns:
      'lugar|andar|salário|distrito|mês|episódio|jogo|gol|ano|século|grau|aniversário|prémio|prêmio|trimestre|congresso|dia|capítulo|turno|de',
    weather: 'faz|fazia|fará|a|de|os|aos|uns|são|até|está|estão|estava|com',
    degrees: ['grau', 'graus'],
  },
  it: {
    articles: 'il|lo|del|dello|al|allo|nel|nello|dal|dallo|sul|sullo|un|suo|mio|questo|ogni',
    nouns:
      'posto|piano|secolo|classificato|anno|giorno|capitolo|turno|set|tempo|round|grado|premio|livello|anniversario|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
    weather: 'ci sono|fa|a|di|i|dei|ai|sono|fino a|con|circa',
    degrees: ['grado', 'gradi'],
  },
};

/** No season has a temperature that is called a rank; below it, a number that stands alone is one. */
const HIGHEST_RANK = 12;

/** 1.º and 2.ª in Spanish and Portuguese, 1° in Italian. A sign without a point may be that of degrees. */
export function ordinalSigns(tongue: 'es' | 'pt' | 'it', language: Language): Rule[] {
  const { articles, nouns, weather, degrees } = WORDS[tongue];
  const article = new RegExp(`(?<!\\p{L})(?:${articles}) $`, 'iu');
  const noun = new RegExp(`^ (?:${nouns})(?!\\p{L})`, 'u');
  const warm = new RegExp(`(?:(?<!\\p{L})(?:${weather}) |[-−])$`, 'iu');
  return [
    { pattern: /(?<![\d.,])(\d{1,2})\.º/g, say: ([, n]) => sayOrdinal(language, Number(n)) },
    { pattern: /(?<![\d.,])(\d{1,2})\.?ª/g, say: ([, n]) => toFeminine(sayOrdinal(language, Number(n))) },
    {
      pattern: new RegExp(`(${MINUS})?(?<![\\d.,])(\\d{1,3})\\s?[°º](?:\\s?([CF])(?![\\p{L}\\d]))?(?!\\p{L})`, 'gu'),
      say: ({ 0: written, 1: minus, 2: n, 3: scale, index, input }) => {
        const value = Number(n);
        const [before, after] = [input.slice(Math.max(0, index - 12), index), input.slice(index + written.length)];
        const name = value === 1 ? degrees[0] : degrees[1];
        const degree = `${minus ? sayMinus(language) : ''}${value} ${name}`;
        if (scale) return `${degree} ${scale === 'C' ? 'Celsius' : 'Fahrenheit'}`;
        if (minus) return degree;
        const rank =
          article.test(before) ||
          (!warm.test(before) && (noun.test(after) || (tongue !== 'it' && value > 0 && value <= HIGHEST_RANK)));
        return rank && value < 100 ? sayOrdinal(language, value) : degree;
      },
    },
  ];
}
