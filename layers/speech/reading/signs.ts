import type { Tongue } from './tongues.ts';

/** How the parts of an address are called: at, dot, slash, dash, underscore. */
export const SIGNS: Readonly<Record<Tongue, readonly [string, string, string, string, string]>> = {
  en: ['at', 'dot', 'slash', 'dash', 'underscore'],
  es: ['arroba', 'punto', 'barra', 'guion', 'guion bajo'],
  zh: ['艾特', '点', '斜杠', '横杠', '下划线'],
  de: ['ät', 'Punkt', 'Schrägstrich', 'Strich', 'Unterstrich'],
  it: ['chiocciola', 'punto', 'barra', 'trattino', 'trattino basso'],
  fr: ['arobase', 'point', 'slash', 'tiret', 'tiret bas'],
  pt: ['arroba', 'ponto', 'barra', 'hífen', 'sublinhado'],
  ar: ['آت', 'نقطة', 'شرطة', 'ناقص', 'شرطة'],
  ja: ['アット', 'ドット', 'スラッシュ', 'ハイフン', 'アンダーバー'],
  ru: ['собака', 'точка', 'слэш', 'дефис', 'подчёркивание'],
  hi: ['ऐट', 'डॉट', 'स्लैश', 'डैश', 'अंडरस्कोर'],
  vi: ['a còng', 'chấm', 'gạch chéo', 'gạch ngang', 'gạch dưới'],
  ko: ['골뱅이', '점', '슬래시', '하이픈', '밑줄'],
};

/** The code of a currency's sign. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  R$: 'BRL',
  US$: 'USD',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '￥': 'CNY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₫': 'VND',
};
