import data from 'cldr-rbnf/rbnf/es.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { parseNumber } from '../core/numbers.ts';
import { ordinalSignRules, toFeminine } from '../core/ordinal-signs.ts';
import { table } from '../core/patterns.ts';
import { rulesOf } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { metricUnits } from '../core/units.ts';
import { genderOf } from './nouns.ts';

const ordinal = createSpellout(data, 'ordinal-masculine');
const [masculine, feminine] = [createSpellout(data, 'cardinal-masculine'), createSpellout(data, 'cardinal-feminine')];

/** Numbers that end in one, and hundreds before feminine nouns, change with what they count. */
function count(value: number, noun: string): string | undefined {
  const gender = genderOf(noun, value);
  const isOne = value % 10 === 1 && value % 100 !== 11;
  if (gender === 'f' && (isOne || value >= 200)) return feminine(value);
  return gender === 'm' && isOne ? masculine(value) : undefined;
}

function spanish(tag: 'es-ES' | 'es-US'): LanguageRules {
  const language: LanguageRules = {
    tag,
    ordinal,
    count,
    signs: {
      address: ['arroba', 'punto', 'barra', 'guion', 'guion bajo'],
      hashtag: 'hashtag',
      version: 'versión',
      comparison: ['menor que', 'mayor que'],
      math: ['menor o igual que', 'mayor o igual que', 'distinto de', 'aproximadamente', 'más menos', 'menos '],
      arithmetic: ['más', 'por', 'entre', 'igual a', 'menos'],
      ...{ range: 'a', result: 'a', repeated: 'veces', over: 'sobre', outOf: 'de' },
    },
    labels:
      'capítulo|paso|parte|fase|nivel|grupo|tema|unidad|lección|página|línea|sección|versión|ejercicio|pregunta|tabla|figura|canal|sala|aula|puerta|planta|opción|artículo|número|n\\.º|tipo|clase|liga|división|serie|temporada|episodio|volumen|tomo|día|el|del|al|los|unos|a las?',
    date: ({ day, monthName, year }) => [day, monthName, year].filter(Boolean).join(' de '),
    beforeMonth: ' (?:de )?',
    time: (hours, minutes) => {
      const name = hours > 1 ? 'horas' : 'hora';
      return `${count(hours, name) ?? hours}${minutes ? ` y ${minutes}` : ' en punto'}`;
    },
    timeJoint: ' y ',
    weekdays: { joint: 'a' },
    money: { joint: ' con', country: / estadounidenses?$/ },
    magnitudes: {
      names: table('k=mil | M=millones/millón | mill.=millones/millón | mil | millón | millones'),
      joint: (name) => `de ${name}`,
    },
    rates: { per: 'por', each: table('hora | día | semana | mes | año | persona | noche | unidad') },
    units: metricUnits(`
      s=@second | seg.=@second | ‰=por mil | kg=kilos/kilo | mg=miligramos/miligramo | l=@liter | cl=centilitros/centilitro
      ha=@hectare | h=@hour | lb=@pound | lbs=@pound | ft=@foot | oz=@ounce
      km²=kilómetros cuadrados/kilómetro cuadrado | m²=metros cuadrados/metro cuadrado | cm²=centímetros cuadrados/centímetro cuadrado
      m³=metros cúbicos/metro cúbico | cm³=centímetros cúbicos/centímetro cúbico | kWh=kilovatios hora/kilovatio hora
      kW=kilovatios/kilovatio | W=vatios/vatio | V=voltios/voltio | dB=decibelios/decibelio | Hz=hercios/hercio
      mmHg=milímetros de mercurio | ¢=centavos/centavo
    `),
    fractions: {
      ...{ half: ['un medio', 'y medio'], joint: 'y', over: 'sobre', one: 'un' },
      part: (below) => {
        const name = { 2: 'medio', 3: 'tercio' }[below] ?? (below <= 10 ? ordinal(below) : undefined);
        return name === undefined ? undefined : [name, `${name}s`];
      },
    },
    roman: {
      parts:
        'capítulo|parte|tomo|volumen|libro|acto|escena|artículo|anexo|fase|tipo|clase|nivel|título|siglo|siglos|Capítulo|Parte|Tomo|Volumen|Libro|Acto|Escena|Artículo|Anexo|Fase|Tipo|Título|Siglo|Guerra Mundial',
      ruler: (value, woman) => (value > 10 ? `${value}` : woman ? toFeminine(ordinal(value)) : ordinal(value)),
      alone: 'several',
    },
    telephones: {
      patterns: [
        /(?<!\d[.,]? ?)[69]\d\d \d{3} \d{3}(?! ?\d| \p{Ll})/gu,
        /(?<!\d)[6-9]\d \d{3}(?: \d{2}){2}(?!\d)/g,
        /(?<!\d)[6-9]\d{2}(?: \d{2}){3}(?!\d)/g,
      ],
      calls: 'tel\\.|teléfono|móvil|llam[ea]n?s?|llamar|llámen?[om]e?s?|número',
    },
    abbreviations: {
      always: table(`
        Sr.=señor | Sra.=señora | Srta.=señorita | Sres.=señores | Dr.=doctor | Dra.=doctora | Prof.=profesor | Profa.=profesora
        Lic.=licenciado | Ing.=ingeniero | Excmo.=excelentísimo | Ilmo.=ilustrísimo | Dña.=doña | Ud.=usted | Uds.=ustedes
        a. C.=antes de Cristo | a.C.=antes de Cristo | d. C.=después de Cristo | d.C.=después de Cristo | S. A.=ese a
        EE. UU.=Estados Unidos | EE.UU.=Estados Unidos | Cía.=compañía | Pza.=plaza | Avda.=avenida | Av.=avenida
        Depto.=departamento | Tel.=teléfono | tel.=teléfono | p. ej.=por ejemplo | etc.=etcétera | n.º=número | nº=número | pág.=página
      `),
      beforeNumbers: table(`
        Núm.=Número | núm.=número | núms.=números | №=número | p.=página | pág.=página | págs.=páginas | Págs.=Páginas
        Cap.=Capítulo | cap.=capítulo | art.=artículo | Art.=Artículo | fig.=figura | vol.=volumen | aprox.=aproximadamente
        máx.=máximo | mín.=mínimo | §=párrafo
      `),
      spelled: { names: 'UE|ADN|ARN|IA|EPO|IPC|UCI|UHF|UV' },
    },
  };
  const own = rulesOf(
    [/\b([13])\.?(?:er|ᵉʳ)(?!\p{L})/gu, ([, number]) => (number === '1' ? 'primer' : 'tercer')],
    [/(?<![\p{L}\d.,])([1-9]\d?)([ao])(?= \p{Ll}{3})/gu, ([, number, gender]) => inGender(Number(number), gender)],
    [/(?<!\p{L}|(?<!\p{L})(?!Sra?\. )\p{Lu}[\p{L}.]{0,20} )D\.(?= \p{Lu}\p{Ll})/gu, 'don'],
    [/(?<=(?<!\p{L})[Ll]a )(?:Lic|Ing)\.(?= ?\p{Lu})/gu, ([short]) => WOMEN[short]],
    [/(?<!\p{L})[Cc]\/(?= ?\p{Lu})/gu, 'calle'],
    [
      /(?<=\d\s?)([ap])\.\s?m(?:\.(?=\s*[\p{Ll}\d,;)])|(?=\.))/giu,
      ([, half = '']) => (half.toLowerCase() === 'a' ? 'a eme' : 'pe eme'),
    ],
    [/(?<=(?<!\p{L})(?:los|años) )['’]?([2-9]0)s(?![\p{L}\d%]|[.,]\d)/giu, ([, decade]) => masculine(decade!)],
  );
  const last = tag === 'es-US' ? rulesOf([GROUPED, ([number]) => parseNumber(language, number)]) : [];
  const signs = ordinalSignRules(language, {
    articles: 'el|del|al|un|su|mi|tu|este|ese|cada',
    nouns: 'piso|puesto|lugar|siglo|grado|aniversario|curso|premio|trimestre|congreso|día|año|capítulo|de',
    weather: 'hace|hacía|hará|a|de|los|unos|son|bajo|hasta|están?|con',
    degrees: ['grado', 'grados'],
    highestRank: 12,
  });
  return { ...language, rules: { own: [...own, ...signs], last } };
}

/** "5a avenida", "2o piso". */
const inGender = (value: number, gender = 'o'): string =>
  gender === 'a' ? toFeminine(ordinal(value)) : ordinal(value);

const WOMEN: Readonly<Record<string, string>> = { 'Lic.': 'licenciada', 'Ing.': 'ingeniera' };

/** A number whose groups are parted by commas, which the voice takes for the sign of decimals. */
const GROUPED = /(?<![\p{L}\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]|\.\d)/gu;

export const europeanSpanish = spanish('es-ES');
export const americanSpanish = spanish('es-US');
