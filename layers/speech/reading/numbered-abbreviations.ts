import type { Tongue } from './tongues.ts';

/** Short forms that stand for a word before a number alone: "p. 12", "art. 5". */
export const BEFORE_NUMBERS: Partial<Readonly<Record<Tongue, Readonly<Record<string, string>>>>> = {
  en: {
    '§§': 'sections',
    '№': 'number',
    '§': 'section',
    ...{
      'p.': 'page',
      'pp.': 'pages',
      'pg.': 'page',
      'ch.': 'chapter',
      'Ch.': 'Chapter',
      'fig.': 'figure',
      'Fig.': 'Figure',
    },
    ...{ 'vol.': 'volume', 'Vol.': 'Volume', 'no.': 'number', 'art.': 'article', 'Art.': 'Article', 'sec.': 'section' },
    ...{
      'Sec.': 'Section',
      'Rm.': 'room',
      'max.': 'maximum',
      'min.': 'minimum',
      'approx.': 'approximately',
      'c.': 'circa',
    },
  },
  de: {
    '№': 'Nummer',
    ...{ 'S.': 'Seite', 'Abb.': 'Abbildung', 'Kap.': 'Kapitel', 'Art.': 'Artikel', 'Bd.': 'Band', 'Tab.': 'Tabelle' },
    ...{ 'max.': 'maximal', 'Max.': 'Maximal', 'min.': 'mindestens', 'Min.': 'Mindestens' },
  },
  fr: {
    '№': 'numéro',
    ...{ 'p.': 'page', 'pp.': 'pages', 'art.': 'article', 'Art.': 'Article', 'chap.': 'chapitre', 'fig.': 'figure' },
    ...{ 'vol.': 'volume', 'env.': 'environ', 'max.': 'maximum', 'min.': 'minimum', '§': 'paragraphe' },
  },
  es: {
    'Núm.': 'Número',
    'núms.': 'números',
    'Cap.': 'Capítulo',
    '№': 'número',
    ...{
      'p.': 'página',
      'pág.': 'página',
      'págs.': 'páginas',
      'Págs.': 'Páginas',
      'cap.': 'capítulo',
      'art.': 'artículo',
    },
    ...{ 'Art.': 'Artículo', 'fig.': 'figura', 'vol.': 'volumen', 'aprox.': 'aproximadamente', 'máx.': 'máximo' },
    ...{ 'mín.': 'mínimo', 'núm.': 'número', '§': 'párrafo' },
  },
  it: {
    '№': 'numero',
    ...{
      'p.': 'pagina',
      'pp.': 'pagine',
      'pagg.': 'pagine',
      'art.': 'articolo',
      'Art.': 'Articolo',
      'artt.': 'articoli',
    },
    ...{ 'cap.': 'capitolo', 'fig.': 'figura', 'vol.': 'volume', 'ca.': 'circa', 'max.': 'massimo', 'min.': 'minimo' },
    ...{ '§': 'paragrafo', 'c.': 'comma', 'cell.': 'cellulare', 'Tel.': 'Telefono' },
  },
  pt: {
    '№': 'número',
    ...{ 'p.': 'página', 'págs.': 'páginas', 'art.': 'artigo', 'Art.': 'Artigo', 'cap.': 'capítulo', 'fig.': 'figura' },
    ...{ 'vol.': 'volume', 'máx.': 'máximo', 'mín.': 'mínimo', 'apto.': 'apartamento', '§': 'parágrafo' },
  },
  ru: {
    '№': 'номер',
    ...{ 'д.': 'дом', 'кв.': 'квартира', 'корп.': 'корпус', 'гл.': 'глава', 'рис.': 'рисунок', 'ст.': 'статья' },
    ...{ 'п.': 'пункт', 'табл.': 'таблица', 'оф.': 'офис', 'эт.': 'этаж', '§': 'параграф', 'с.': 'страница' },
  },
  hi: { 'नं.': 'नंबर', 'पृ.': 'पृष्ठ', '§': 'धारा' },
  vi: { 'tr.': 'trang', 'P.': 'phường ', 'Q.': 'quận ' },
  ar: { 'ص.': 'صفحة', 'ص.ب': 'صندوق بريد', '§': 'فقرة' },
};
