import type { Gender } from '../core/language.ts';
import { genderByEnding } from '../core/nouns.ts';
import { words } from '../core/patterns.ts';

const ENDINGS = {
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
  feminine:
    /(?:as?|ción|ciones|sión|siones|dad|dades|tad|tades|tud|tudes)$|^(?:noche|clase|vez|calle|parte|llave|nube|tarde|mano|foto|moto)s?$|^(?:veces|luz|luces|mujer|mujeres|flor|flores)$/,
  masculineEndings: /os?$/,
};

/** The gender of a noun behind a number. */
export const genderOf = (noun: string, count: number): Gender | undefined => genderByEnding(ENDINGS, noun, count);
