import { behind } from '../core/abbreviations.ts';
import type { Abbreviations } from '../core/language.ts';
import { table } from '../core/patterns.ts';

/** "art. 5 of the treaty" or no noun behind it: "modern art. 5 people" is something else. */
const CITED = {
  before: behind('see|in|of|to|and|or|by|with|cf\\.|under|per|from|via|than'),
  after:
    /^\s?\d[\d.]{0,20}(?! (?!(?:of|and|to|or|in|is|was|on|as|says|states|provides|for|at|with|by|from|has|shows|that)\b)\p{Ll})(?!\d)/u,
};
/** "5 min. 3": a span rather than the least. */
const LIMIT = { before: /(?<!(?<!\p{L})an? |\d )$/iu };

/** Words before "no. 5" that make it a number rather than an answer. */
const NUMBERED =
  'the|a|and|or|of|as|at|ranked|see|in|from|with|his|her|its|our|their|my|your|room|house|flat|apartment|apt\\.|bus|tram|line|route|platform|gate|track|channel|issue|symphony|sonata|concerto|quartet|song|op\\. \\d+|patent|model|case|order|invoice|ticket|flight|player|part|item|chapter|page|question|exhibit|phone|registration|account|serial|number|vol\\. \\d+';

export const ABBREVIATIONS: Abbreviations = {
  always: table(`
    Dr.=Doctor | Mr.=Mister | Mrs.=Missis | Ms.=Miz | Prof.=Professor | Jr.=Junior | Sr.=Senior | Gen.=General | Capt.=Captain
    Lt.=Lieutenant | Sgt.=Sergeant | Gov.=Governor | Sen.=Senator | Rep.=Representative | Col.=Colonel | Rev.=Reverend
    Ave.=avenue | Blvd.=boulevard | Rd.=road | Hwy.=highway | Pkwy.=parkway | Ln.=lane | Apt.=apartment | Rm.=room
    Dept.=department | Inc.=incorporated | Ltd.=limited | Corp.=corporation | Tel.=telephone | Tel:=telephone | ext.=extension
    e.g.=for example | i.e.=that is | etc.=et cetera | cf.=confer | vs.=versus | vs=versus | approx.=approximately | est.=established
    w/o=without | w/=with | b/c=because | pp.=pages | pts=points | yrs=years
    tsp=teaspoons | tbsp=tablespoons | lb=pounds | lbs=pounds | oz=ounces
    Jan.=January | Feb.=February | Aug.=August | Sept.=September | Oct.=October | Nov.=November | Dec.=December
  `),
  beforeNumbers: table(`
    §§=sections | №=number | §=section | p.=page | pp.=pages | pg.=page | ch.=chapter | Ch.=Chapter | fig.=figure | Fig.=Figure
    vol.=volume | Vol.=Volume | no.=number | art.=article | Art.=Article | sec.=section | Sec.=Section | Rm.=room
    max.=maximum | min.=minimum | approx.=approximately | c.=circa
  `),
  contexts: {
    ...{ 'art.': CITED, 'Art.': CITED, 'sec.': CITED, 'Sec.': CITED, 'fig.': CITED, 'min.': LIMIT, 'max.': LIMIT },
    'no.': { before: behind(`(?:${NUMBERED}),?`, '') },
    // A year, not "vitamin c."
    'c.': {
      before: /(?<!\b(?:vitamin|class|type|plan|option|grade|part|hepatitis|note) )$/iu,
      after: /^\s?[12]?\d{3}(?!\d)/,
    },
  },
};
