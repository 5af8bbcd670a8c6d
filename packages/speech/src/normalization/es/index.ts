import data from 'cldr-rbnf/rbnf/es.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { genderOf } from '../core/numbers.ts';
import { ordinalSignRules, toFeminine } from '../core/ordinal-signs.ts';
import { rulesOf, table } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { metricUnits } from '../core/units.ts';

const ordinal = createSpellout(data, 'ordinal-masculine');
const [masculine, feminine] = [createSpellout(data, 'cardinal-masculine'), createSpellout(data, 'cardinal-feminine')];

const NOUNS = {
  feminine:
    /(?:as?|ción|ciones|sión|siones|dad|dades|tad|tud)$|^(?:noche|clase|vez|calle|parte|llave|nube|tarde|mano|foto|moto)s?$|^(?:veces|luz|luces|mujer|mujeres|flor|flores)$/,
  exceptions:
    /^(?:(?:d[ií]a|problema|mapa|sistema|programa|tema|planeta|idioma|clima|drama|poema|sofá)s?|para|hasta|contra|cada|tod[ao]s?|otr[ao]s?|era|fuera|será|nada|ahora|ella|ellas|m[aá]s|menos|pero|como|sin|con|por|que|entre|está|estaba|había|eso|antes|después|.*(?:ista|atleta|colega)s?)$/,
};
/** Exceptions among nouns that are often counted, and endings of other masculine nouns. */
const [COUNTED, MASCULINE] = [/^(?:d[ií]a|problema|programa|tema|idioma)s?$/, /(?:os?|es|[lnr])$/];

/** Verbalizes numbers that agree with their noun: numbers ending in one, and hundreds before feminine nouns. */
function count(value: number, noun: string): string | undefined {
  const gender = genderOf(NOUNS, noun, value);
  const isOne = value % 10 === 1 && value % 100 !== 11;
  if (gender === 'f') return isOne || value >= 200 ? feminine(value) : undefined;
  const isMasculine = gender === 'm' ? MASCULINE.test(noun) : COUNTED.test(noun) && (value === 1) !== noun.endsWith('s');
  return isOne && isMasculine ? masculine(value) : undefined;
}

const WOMEN = table('Lic.=licenciada | Ing.=ingeniera');

function spanish(tag: 'es-ES' | 'es-US'): LanguageRules {
  const language: LanguageRules = {
    tag,
    pronounce: (word) => word.replace(/tx/g, 'ch').replace(/Tx/g, 'Ch'),
    ordinal,
    count,
    signs: {
      address: ['arroba', 'punto', 'barra', 'guion', 'guion bajo'],
      math: ['menor o igual que', 'mayor o igual que', 'distinto de', 'aproximadamente', 'más menos', 'menos '],
      arithmetic: ['más', 'por', 'entre', 'igual a', 'menor que', 'mayor que'],
      range: 'a',
      result: 'a',
      repeated: 'veces',
      outOf: 'de',
      pressure: 'sobre',
    },
    labels:
      'capítulo|paso|parte|fase|nivel|grupo|tema|unidad|lección|página|línea|sección|versión|ejercicio|pregunta|tabla|figura|canal|sala|aula|puerta|planta|opción|artículo|número|n\\.º|tipo|clase|liga|temporada|episodio|volumen|tomo|día|el|del|al|los|unos|a las?',
    beforeDate: 'el|del|al',
    date: ({ day, monthName, year }) => [day, monthName, year].filter(Boolean).join(' de '),
    shortMonths: { afterDay: ' (?:de )?' },
    time: (hours, minutes) => `${count(hours, hours > 1 ? 'horas' : 'hora') ?? hours}${minutes ? ` y ${minutes}` : ''}`,
    timeJoint: ' y ',
    weekdays: { joint: 'a', words: 'al?' },
    money: {
      joint: ' con',
      country: / estadounidenses?$/,
      cents: (value, code, alone) => (alone ? ` ${code === 'EUR' ? 'céntimo' : 'centavo'}${value === 1 ? '' : 's'}` : ''),
      magnitudes: table('k=mil | M=millones/millón | mil millones | mil | millón | millones'),
      of: (name, word) => (word === 'mil' ? name : `de ${name}`),
    },
    rates: { per: 'por', each: table('hora | día | semana | mes | año | persona | noche | unidad') },
    units: metricUnits(`
      págs.=páginas/página | pág.=páginas/página | fl oz=onzas líquidas/onza líquida | V=voltios/voltio | ptos.=puntos/punto | pts.=puntos/punto | hab.=habitaciones/habitación | rec.=recámaras/recámara | s=@second | seg.=@second | kg=kilos/kilo | mg=miligramos/miligramo | l=@liter | cl=centilitros/centilitro | ha=@hectare | h=@hour | cda.=cucharadas/cucharada | cdas.=cucharadas/cucharada
      mi=@mile | lb=@pound | lbs=@pound | ft=@foot | oz=@ounce | km²=kilómetros cuadrados/kilómetro cuadrado | ¢=centavos/centavo | m²=metros cuadrados/metro cuadrado | m³=metros cúbicos/metro cúbico | kWh=kilovatios hora/kilovatio hora | W=vatios/vatio | mph=@mile-per-hour
      cdta.=cucharaditas/cucharadita | cdtas.=cucharaditas/cucharadita | cdita.=cucharaditas/cucharadita | dl=decilitros/decilitro | gal=@gallon | pers.=personas/persona | mins.=@minute | hrs.=@hour | hrs=@hour | uds.=unidades/unidad | pzas.=piezas/pieza | tz.=tazas/taza
    `),
    fractions: {
      half: ['medio', 'y medio', 'media'],
      joint: 'y',
      over: 'sobre',
      one: 'un',
      of: ' de',
      part: (below) =>
        ({ 2: 'medio/medios', 3: 'tercio/tercios' })[below] ?? (below <= 10 ? `${ordinal(below)}/${ordinal(below)}s` : undefined),
    },
    roman: {
      parts:
        '[Cc]apítulo|[Pp]arte|[Tt]omo|[Vv]olumen|[Ll]ibro|[Aa]cto|[Ee]scena|[Aa]rtículo|[Aa]nexo|[Ff]ase|[Tt]ipo|[Cc]lase|[Tt]ítulo|[Ss]iglos?|Guerra Mundial',
      ruler: (value, woman) => (value > 10 ? `${value}` : woman ? toFeminine(ordinal(value)) : ordinal(value)),
      alone: '[IVX]{2,}',
      first: ' \\p{Ll}',
    },
    telephones: {
      patterns: [
        /(?<!\d[.,]? ?)[689]\d\d \d{3} \d{3}(?! ?\d| (?!o |de lunes|en horario)\p{Ll})/gu,
        /(?<!\d)[6-9]\d{1,2}(?: \d{3})?(?: \d{2}){2,3}(?!\d)/g,
      ],
      calls: 'tel\\.|teléfono|móvil|llam[ea]n?s?|llamar|llámen?[om]e?s?|número',
    },
    abbreviations: {
      always: table(`
        D.ª=doña | Dª=doña | C.P.=código postal | L-V=lunes a viernes | L-S=lunes a sábado | L-D=lunes a domingo | Sr.=señor | Sra.=señora | Srta.=señorita | Sres.=señores | Dr.=doctor | Dra.=doctora | Prof.=profesor | Profa.=profesora | prof.ª=profesora | Prof.ª=profesora | Dr.ª=doctora | prof.=profesor | CCOO=comisiones obreras | Apt.=apartamento | Lic.=licenciado | Ing.=ingeniero | Dña.=doña | Ud.=usted | Uds.=ustedes | a. C.=antes de Cristo | a.C.=antes de Cristo
        d. C.=después de Cristo | d.C.=después de Cristo | EE. UU.=Estados Unidos | EE.UU.=Estados Unidos | Pza.=plaza | Avda.=avenida | Av.=avenida | Ave.=avenida | Depto.=departamento | apto.=apartamento | Tel.=teléfono | tel.=teléfono
        p. ej.=por ejemplo | etc.=etcétera | n.º=número | nº=número | n°=número | N.º=número | Nº=número | N°=número | pág.=página | aprox.=aproximadamente | c/u=cada uno | incl.=incluido | IVA incl.=IVA incluido | excl.=excluido | dcha.=derecha | izda.=izquierda | izq.=izquierda
        s/n=sin número | Blvd.=bulevar | Cía.=compañía | dpto.=departamento | Dpto.=departamento | depto.=departamento | tfno.=teléfono | máx.=máximo | mín.=mínimo | esq.=esquina | Col.=colonia | Nte.=norte | Gob.=gobernador | Gral.=general | Excmo.=excelentísimo | ref.=referencia | ej.=ejemplo | EUA=Estados Unidos
      `),
      beforeNumbers: table(`
        Núm.=Número | núm.=número | №=número | p.=página | págs.=páginas | Cap.=Capítulo | cap.=capítulo | art.=artículo | hab.=habitación | Hab.=Habitación | km=kilómetro | cat.=categoría | ext.=extensión | vol.=volumen | fig.=figura | §=párrafo
      `),
      spelled: { names: 'BBVA|RTVE|VIH|FMI|BCE|UE|ADN|ARN|IA|IPC|UCI|UV' },
    },
  };
  const own = rulesOf(
    // "No. 5" after a word, not at the beginning of a sentence.
    [/(?<=[\p{L}\d,:(] )No\.(?= ?\d)/gu, 'número'],
    [/\b([13])\.?(?:er|ᵉʳ)(?!\p{L})/gu, ([, number]) => (number === '1' ? 'primer' : 'tercer')],
    [
      // "2da", "5to", and "2a" before a word
      /(?<![\p{L}\d.,])([1-9]\d?)(?:[rdtmvn]([ao])(?!\p{L})|([ao])(?= \p{L}{3}))/gu,
      ([, number, gender, alone = gender]) => (alone === 'a' ? toFeminine(ordinal(Number(number))) : ordinal(Number(number))),
    ],
    [/(?<!\p{L}|(?<!\p{L})(?!Sra?\. )\p{Lu}[\p{L}.]{0,20} )D\.(?= \p{Lu}\p{Ll})/gu, 'don'],
    [/(?<=(?<!\p{L})[Ll]a )(?:Lic|Ing)\.(?= ?\p{Lu})/gu, ([short]) => WOMEN[short]],
    [/(?<!\p{L})[Cc]\/(?= ?\p{Lu})/gu, 'calle'],
    // The inhabitants of a town. In rare cases, "hab." means rooms ("habitaciones").
    [/(?<=\d[.,\s]?\d\d\s?)hab\.(?!\p{L})/gu, 'habitantes'],
    [/(?<!\p{L})s\.(?= ?[IVX]+(?!\p{L}))/gu, 'siglo'],
    [/(?<=\d\s?)([ap])\.\s?m(?:\.(?=\s*[\p{Ll}\d,;)])|(?=\.))/giu, ([, half = '']) => (half.toLowerCase() === 'a' ? 'a eme' : 'pe eme')],
    [/(?<=(?<!\p{L})(?:los|años) )['’]?([2-9]0)s(?![\p{L}\d%]|[.,]\d)/giu, ([, decade = '']) => masculine(decade)],
  );
  const ranks =
    'izda\\.|izq\\.|dcha\\.|el|del|al|un|su|cada|piso|puesto|lugar|siglo|grado|aniversario|curso|premio|trimestre|congreso|capítulo';
  return { ...language, rules: { own: [...own, ...ordinalSignRules(language, ranks, ['grado', 'grados'])] } };
}

export const europeanSpanish = spanish('es-ES');
export const americanSpanish = spanish('es-US');
