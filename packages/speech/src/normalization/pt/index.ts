import brazil from 'cldr-rbnf/rbnf/pt.json' with { type: 'json' };
import portugal from 'cldr-rbnf/rbnf/pt-PT.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { genderOf } from '../core/numbers.ts';
import { ordinalSignRules, toFeminine } from '../core/ordinal-signs.ts';
import { rulesOf, table } from '../core/rule.ts';
import { createSpellout, type SpelloutData } from '../core/spellout.ts';
import { verbalizeTime } from '../core/times.ts';
import { metricUnits } from '../core/units.ts';

const NOUNS = {
  feminine:
    /(?:as?|ção|ções|são|sões|dade|dades|agem|agens)$|^(?:noite|classe|vez|parte|chave|tarde)s?$|^(?:vezes|luz|luzes|mulher|mulheres|flor|flores|mão|mãos|colher|colheres)$/,
  exceptions:
    /^(?:(?:dia|problema|mapa|sistema|programa|tema|planeta|idioma|clima|drama|poema|sofá|(?:quilo|mili)?grama)s?|para|pel[ao]s?|contra|cada|tod[ao]s?|outr[ao]s?|era|fora|seja|nada|agora|elas?|mas|mais|menos|duas|apenas|ainda|será|está|vais|tens|.*(?:ista|atleta|colega)s?)$/,
};

function portuguese(tag: 'pt-BR' | 'pt-PT', data: SpelloutData, kilometer: string): LanguageRules {
  const ordinal = createSpellout(data, 'ordinal-masculine');
  const feminine = createSpellout(data, 'cardinal-feminine');
  /** Verbalizes numbers that change before feminine nouns: numbers ending in one or two, and hundreds. */
  const count = (value: number, noun: string): string | undefined => {
    const isSmall = [1, 2].includes(value % 10) && ![11, 12].includes(value % 100);
    return (isSmall || value >= 200) && genderOf(NOUNS, noun, value) === 'f' ? feminine(value) : undefined;
  };
  const language: LanguageRules = {
    tag,
    ordinal,
    count,
    signs: {
      address: ['arroba', 'ponto', 'barra', 'hífen', 'sublinhado'],
      math: ['menor ou igual a', 'maior ou igual a', 'diferente de', 'aproximadamente', 'mais ou menos', 'menos '],
      arithmetic: ['mais', 'vezes', 'dividido por', 'igual a', 'menor que', 'maior que'],
      range: 'a',
      result: 'a',
      cross: 'a',
      lengths: 'por',
      repeated: 'vezes',
      outOf: 'de',
      pressure: 'por',
    },
    labels:
      'capítulo|passo|parte|fase|nível|grupo|tema|unidade|lição|página|linha|secção|seção|versão|exercício|pergunta|tabela|figura|canal|sala|porta|andar|opção|artigo|número|n\\.º|tipo|classe|liga|série|temporada|episódio|volume|dia|o|do|ao|os|dos|nos|aos|uns',
    beforeDate: 'dia|em|até(?! \\d/(?:[2-8]|10) \\p{Ll})',
    date: ({ day, monthName, year }) => [day === 1 ? 'primeiro' : day, monthName, year].filter(Boolean).join(' de '),
    shortMonths: { afterDay: ' (?:de )?' },
    time: (hours, minutes) => {
      const name = `hora${hours > 1 ? 's' : ''}`;
      return `${count(hours, name) ?? hours} ${name}${minutes ? ` e ${minutes}` : ''}`;
    },
    timeJoint: ' e ',
    weekdays: { joint: 'a', words: 'a' },
    money: {
      joint: ' e',
      country: / (?:britânicas?|dos Estados Unidos|americanos?)$/,
      name: (code, value) => (code === 'BRL' ? (value === 1 ? 'real' : 'reais') : undefined),
      cents: (value, code, alone) =>
        alone ? ` ${code === 'EUR' && tag === 'pt-PT' ? 'cêntimo' : 'centavo'}${value === 1 ? '' : 's'}` : '',
      magnitudes: table(
        'mil milhões | mil | mi=milhões/milhão | M=milhões/milhão | milhão | milhões | bi=bilhões/bilhão | bilhão | bilhões',
      ),
      of: (name, word) => (word === 'mil' ? name : `de ${name}`),
    },
    rates: { per: 'por', each: table('hora | dia | semana | mês | ano | pessoa | noite | unidade | un.=unidade') },
    units: metricUnits(`
      págs.=páginas/página | h=@hour | V=volts/volt | pts.=pontos/ponto | qts.=quartos/quarto | s=@second | kg=quilos/quilo | mg=miligramas/miligrama | l=@liter | cl=centilitros/centilitro | ha=@hectare
      km²=${kilometer}s quadrados/${kilometer} quadrado | m²=metros quadrados/metro quadrado | m³=metros cúbicos/metro cúbico | kWh=quilowatts-hora/quilowatt-hora | W=watts/watt | dl=decilitros/decilitro | seg.=@second
      xíc.=xícaras/xícara | col.=colheres/colher | c. sopa=colheres de sopa/colher de sopa | c. de sopa=colheres de sopa/colher de sopa | c. de chá=colheres de chá/colher de chá | c. chá=colheres de chá/colher de chá
      col. sopa=colheres de sopa/colher de sopa | col. chá=colheres de chá/colher de chá | hab.=habitantes/habitante | pess.=pessoas/pessoa | unid.=unidades/unidade
    `),
    fractions: {
      half: ['meio', 'e meio', 'meia'],
      joint: 'e',
      over: 'sobre',
      one: 'um',
      of: ' de',
      part: (below) =>
        ({ 2: 'meio/meios', 3: 'terço/terços' })[below] ?? (below <= 10 ? `${ordinal(below)}/${ordinal(below)}s` : undefined),
    },
    roman: {
      parts:
        '[Cc]apítulo|[Pp]arte|[Tt]omo|[Vv]olume|[Ll]ivro|[Aa]c?to|[Cc]ena|[Aa]rtigo|[Aa]nexo|[Ff]ase|[Tt]ipo|[Cc]lasse|[Tt]ítulo|[Ss]éculos?|[Ss]éc\\.',
      ruler: (value, woman) => (value > 10 ? `${value}` : woman ? toFeminine(ordinal(value)) : ordinal(value)),
      part: (value, left) => (value <= 10 && /(?:séculos?|séc\.) $/i.test(left) ? ordinal(value) : undefined),
      alone: '[IVX]{2,}',
      first: ' \\p{Ll}',
    },
    telephones: {
      patterns: [
        // Telephone numbers, then postal codes after the word for them.
        /(?<!\d)(?:\(\d{2}\) ?9?\d{4}|\d{2} 9\d{4}|9\d{4})-\d{4}(?![\d-])/g,
        /(?<=(?<!\p{L})CEP:? ?)\d{5}-\d{3}(?![\d-])/giu,
        // In Portugal: mobile numbers, and postal codes before a town.
        /(?<!\d[.,]? ?)(?:9[1236]|2\d|80)\d \d{3} \d{3}(?! ?\d| (?:euros|pessoas|habitantes|de |mil|metros|km))/g,
        /(?<![\d-])\d{4}-\d{3}(?= \p{Lu})/gu,
      ],
      calls: 'tel\\.|telefone|telemóvel|ligue|ligar|número|contacto',
    },
    abbreviations: {
      always: table(`
        Prof.ª=professora | Sr.=senhor | Sra.=senhora | Srta.=senhorita | Dr.=doutor | Dra.=doutora | Prof.=professor | Profa.=professora
        V. Exa.=vossa excelência | Eng.=engenheiro | Esq.=esquerdo | Dto.=direito | cond.=condomínio | Atend.=Atendimento | dto.=direito | esq.=esquerdo | tlm.=telemóvel | Univ.=universidade | Profª.=professora | Dr.ª=doutora | Av.=avenida | R.=rua | tel.=telefone
        n.º=número | nº=número | n°=número | pág.=página | a.C.=antes de Cristo | d.C.=depois de Cristo | séc.=século | Séc.=século | a.a.=ao ano | p. ex.=por exemplo | p.ex.=por exemplo | etc.=et cétera
        aprox.=aproximadamente | p/=para | c/=com | s/=sem | s/n=sem número | c/c=conta corrente | incl.=incluindo | excl.=excluindo | qtd.=quantidade
        obs.=observação | bl.=bloco | Pça.=praça | Trav.=travessa | Rod.=rodovia | Lgo.=largo | depto.=departamento | Cia.=companhia | Ltda.=limitada | por ex.=por exemplo | vs.=versus | apto.=apartamento | máx.=máximo | mín.=mínimo | cel.=celular | Tel.=telefone
      `),
      beforeNumbers: table(`
        №=número | p.=página | págs.=páginas | art.=artigo | cap.=capítulo | km=${kilometer} | c.=cerca de | ap.=apartamento | sl.=sala | vol.=volume | fig.=figura | §=parágrafo
      `),
      spelled: { names: 'UE|EUA|IRS|BCE|FMI|IRC|VIH|HIV|INSS|IBGE|IA|UV|ADN|OAB|IPTU|IPVA' },
    },
  };
  const ranks =
    'art\\.|arts\\.|§|artigo|parágrafo|inciso|o|do|ao|no|pelo|um|seu|cada|lugar|andar|salário|distrito|mês|episódio|jogo|século|aniversário|prémio|prêmio|trimestre|congresso|capítulo';
  const own = [
    ...rulesOf(
      [
        /\b([01]?\d|2[0-4])h([0-5]\d)?(?:min(?!\p{L}))?(?![\p{L}\d])/gu,
        ([, hours, minutes]) => verbalizeTime(language, Number(hours), Number(minutes ?? 0)),
      ],
      [/(?<!\d)3\.?ª(?=[ -]feira(?! d[aeo]s? ))/g, 'terça'],
      [/(?<![\d.,])([2-6])\.as(?=[, -])/g, ([, day]) => `${day === '3' ? 'terça' : toFeminine(ordinal(Number(day)))}s`],
      [/(?<![\d.,])1[º°](?= de \p{Ll})/gu, 'primeiro'],
      // "D. Maria", but "João D. Silva" and "J. D. Nunes".
      [
        /(?<!\p{L}|(?<!\p{L})(?!Sra?\. )\p{Lu}[\p{L}.]{0,20} )D\.(?= ?(\p{Lu}\p{Ll}+))/gu,
        ([, name = '']) => (/(?:a|el|Inês|or)$/.test(name) && !/^(?:Manuel|Miguel)$/.test(name) ? 'dona' : 'dom'),
      ],
      // The voice would read an initial as a Roman numeral.
      [/(?<!\p{L})([CDLM])\.(?= ?\p{Lu})/gu, ([, letter = '']) => letter.toLowerCase()],
    ),
    ...ordinalSignRules(language, ranks, ['grau', 'graus']),
  ];
  return { ...language, rules: { own } };
}

export const brazilianPortuguese = portuguese('pt-BR', brazil, 'quilômetro');
export const europeanPortuguese = portuguese('pt-PT', portugal, 'quilómetro');
