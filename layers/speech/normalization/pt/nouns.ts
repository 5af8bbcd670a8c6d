import type { Gender } from '../core/language.ts';
import { genderByEnding } from '../core/nouns.ts';
import { words } from '../core/patterns.ts';

const ENDINGS = {
  masculine: words(
    'dia problema mapa sistema programa tema planeta idioma clima drama poema sofá grama quilograma miligrama atlas ' +
      'dias problemas mapas sistemas programas temas planetas idiomas climas dramas poemas sofás gramas quilogramas miligramas',
  ),
  others: words(
    'para pela pelas contra cada toda todas outra outras era fora seja nada agora ela elas esta estas essa essas uma umas mas mais ' +
      'duas apenas embora ainda seria será estava estás vais tens minha minhas sua suas além',
  ),
  feminine:
    /(?:as?|ção|ções|são|sões|dade|dades|agem|agens)$|^(?:noite|classe|vez|parte|chave|tarde)s?$|^(?:vezes|luz|luzes|mulher|mulheres|flor|flores|mão|mãos)$/,
};

/** The gender of a noun behind a number. */
export const genderOf = (noun: string, count: number): Gender | undefined => genderByEnding(ENDINGS, noun, count);
