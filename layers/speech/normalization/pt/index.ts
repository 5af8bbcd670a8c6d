import brazil from 'cldr-rbnf/rbnf/pt.json' with { type: 'json' };
import portugal from 'cldr-rbnf/rbnf/pt-PT.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { ordinalSignRules, toFeminine } from '../core/ordinal-signs.ts';
import { table } from '../core/patterns.ts';
import { rulesOf } from '../core/rule.ts';
import { createSpellout, type SpelloutData } from '../core/spellout.ts';
import { verbalizeTime } from '../core/times.ts';
import { metricUnits } from '../core/units.ts';
import { genderOf } from './nouns.ts';

/** Names with which Portuguese has its "D.": behind other names it is an initial. */
const WOMEN = 'Maria|Isabel|Teresa|Leonor|Catarina|Inês|Filipa|Beatriz|Ana|Amélia|Joana|Luísa';
const KINGS =
  'João|Pedro|Manuel|Afonso|Sancho|Dinis|Fernando|Duarte|Sebastião|Henrique|José|Miguel|Luís|Carlos|Filipe|António|Nuno';

function portuguese(tag: 'pt-BR' | 'pt-PT', data: SpelloutData, kilometer: string): LanguageRules {
  const ordinal = createSpellout(data, 'ordinal-masculine');
  const feminine = createSpellout(data, 'cardinal-feminine');
  /** Numbers that end in one or two, and hundreds, change before feminine nouns. */
  const count = (value: number, noun: string): string | undefined => {
    const isSmall = [1, 2].includes(value % 10) && ![11, 12].includes(value % 100);
    return (isSmall || value >= 200) && genderOf(noun, value) === 'f' ? feminine(value) : undefined;
  };
  const language: LanguageRules = {
    tag,
    ordinal,
    count,
    signs: {
      address: ['arroba', 'ponto', 'barra', 'hífen', 'sublinhado'],
      hashtag: 'hashtag',
      version: 'versão',
      comparison: ['menor que', 'maior que'],
      math: ['menor ou igual a', 'maior ou igual a', 'diferente de', 'aproximadamente', 'mais ou menos', 'menos '],
      arithmetic: ['mais', 'vezes', 'dividido por', 'igual a', 'menos'],
      ...{ range: 'a', result: 'a', repeated: 'vezes', over: 'por', outOf: 'de' },
    },
    operators: { hasHyphenNames: true, isXResult: true },
    labels:
      'capítulo|passo|parte|fase|nível|grupo|tema|unidade|lição|página|linha|seção|secção|versão|exercício|pergunta|tabela|figura|canal|sala|porta|andar|opção|artigo|número|n\\.º|tipo|classe|liga|divisão|série|temporada|episódio|volume|tomo|dia|o|do|ao|os|dos|nos|aos|uns',
    date: ({ day, monthName, year }) => [day === 1 ? 'primeiro' : day, monthName, year].filter(Boolean).join(' de '),
    beforeMonth: ' (?:de )?',
    time: (hours, minutes) => {
      const name = `hora${hours > 1 ? 's' : ''}`;
      return `${count(hours, name) ?? hours} ${name}${minutes ? ` e ${minutes}` : ''}`;
    },
    timeJoint: ' e ',
    weekdays: { joint: 'a' },
    money: {
      joint: ' e',
      country: / (?:britânicas?|dos Estados Unidos|americanos?)$/,
      name: (code, value) => (code === 'BRL' ? (value === 1 ? 'real' : 'reais') : undefined),
    },
    magnitudes: {
      names: table(`
        mil | mi=milhões/milhão | M=milhões/milhão | milhão | milhões | bi=bilhões/bilhão | bilhão | bilhões
      `),
      joint: (name) => `de ${name}`,
    },
    rates: { per: 'por', each: table('hora | dia | semana | mês | ano | pessoa | noite | unidade') },
    units: metricUnits(`
      s=@second | ‰=por mil | kg=quilos/quilo | mg=miligramas/miligrama | l=@liter | cl=centilitros/centilitro | ha=@hectare
      km²=${kilometer}s quadrados/${kilometer} quadrado | m²=metros quadrados/metro quadrado | cm²=centímetros quadrados/centímetro quadrado
      m³=metros cúbicos/metro cúbico | cm³=centímetros cúbicos/centímetro cúbico | kWh=quilowatts-hora/quilowatt-hora
      kW=quilowatts/quilowatt | W=watts/watt | V=volts/volt | dB=decibéis/decibel | Hz=hertz | mmHg=milímetros de mercúrio
    `),
    fractions: {
      ...{ half: ['um meio', 'e meio'], joint: 'e', over: 'sobre', one: 'um' },
      part: (below) => {
        const name = { 2: 'meio', 3: 'terço' }[below] ?? (below <= 10 ? ordinal(below) : undefined);
        return name === undefined ? undefined : [name, `${name}s`];
      },
    },
    roman: {
      parts:
        'capítulo|parte|tomo|volume|livro|ato|acto|cena|artigo|anexo|fase|tipo|classe|nível|título|século|séculos|Capítulo|Parte|Tomo|Volume|Livro|Ato|Acto|Cena|Artigo|Anexo|Fase|Tipo|Título|Século|séc\\.|Séc\\.',
      ruler: (value, woman) => (value > 10 ? `${value}` : woman ? toFeminine(ordinal(value)) : ordinal(value)),
      part: (value, left) => (value <= 10 && /(?:séculos?|séc\.) $/i.test(left) ? ordinal(value) : undefined),
      alone: 'several',
    },
    telephones: {
      patterns: [
        // CPF and CNPJ, then telephones, then postal codes behind their name.
        /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g,
        /(?<!\d)\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?!\d)/g,
        /(?<!\d)(?:\(\d{2}\) ?9?\d{4}|\d{2} 9\d{4}|9\d{4})-\d{4}(?![\d-])/g,
        /(?<=(?<!\p{L})CEP:? ?)\d{5}-\d{3}(?![\d-])/giu,
        // Of Portugal: mobile numbers, and postal codes before their town.
        /(?<!\d[.,]? ?)9[1236]\d \d{3} \d{3}(?! ?\d)/g,
        /(?<![\d-])\d{4}-\d{3}(?= \p{Lu})/gu,
      ],
      calls: 'tel\\.|telefone|telemóvel|ligue|ligar|número|contacto',
    },
    abbreviations: {
      always: table(`
        Sr.=senhor | Sra.=senhora | Srta.=senhorita | Dr.=doutor | Dra.=doutora | Prof.=professor | Profa.=professora
        Exmo.=excelentíssimo | Exma.=excelentíssima | V. Exa.=vossa excelência | Eng.=engenheiro | Eng.ª=engenheira
        Esq.=esquerdo | Dto.=direito | Av.=avenida | R.=rua | tel.=telefone | n.º=número | nº=número | pág.=página | pts=pontos
        a.C.=antes de Cristo | d.C.=depois de Cristo | séc.=século | Séc.=século | sécs.=séculos | a.a.=ao ano
        p. ex.=por exemplo | p.ex.=por exemplo | etc.=et cétera
      `),
      beforeNumbers: table(`
        №=número | p.=página | págs.=páginas | art.=artigo | Art.=artigo | cap.=capítulo | fig.=figura | vol.=volume
        máx.=máximo | mín.=mínimo | apto.=apartamento | §=parágrafo
      `),
      spelled: { names: 'UE|EUA|INSS|IBGE|IA|EAD|UF|UHF|UV|ADN|OAB|IPTU|IPVA' },
    },
  };
  const own = [
    ...rulesOf([
      /\b([01]?\d|2[0-4])h([0-5]\d)?(?:min(?!\p{L}))?(?![\p{L}\d])/gu,
      ([, hours, minutes]) => verbalizeTime(language, Number(hours), Number(minutes ?? 0)),
    ]),
    ...ordinalSignRules(language, {
      articles: 'o|do|ao|no|pelo|um|num|seu|meu|este|esse|cada',
      nouns:
        'lugar|andar|salário|distrito|mês|episódio|jogo|gol|ano|século|grau|aniversário|prémio|prêmio|trimestre|congresso|dia|capítulo|turno|de',
      weather: 'faz|fazia|fará|a|de|os|aos|uns|são|até|está|estão|estava|com',
      degrees: ['grau', 'graus'],
      highestRank: 12,
    }),
    ...rulesOf(
      [new RegExp(`(?<!\\p{L})D\\.(?= ?(?:${WOMEN})(?!\\p{L}))`, 'gu'), 'dona'],
      [new RegExp(`(?<!\\p{L})D\\.(?= ?(?:${KINGS})(?!\\p{L}))`, 'gu'), 'dom'],
      // The voice would take an initial for a Roman numeral.
      [/(?<!\p{L})([CDLM])\.(?= ?\p{Lu})/gu, ([, letter = '']) => letter.toLowerCase()],
    ),
  ];
  return { ...language, rules: { own } };
}

export const brazilianPortuguese = portuguese('pt-BR', brazil, 'quilômetro');
export const europeanPortuguese = portuguese('pt-PT', portugal, 'quilómetro');
