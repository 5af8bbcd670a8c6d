import type { Rule } from '../core/rule.ts';

/** A name in capitals letter by letter; the voice would take a lone A for the article. */
export const spellName = (name: string): string =>
  [...name].map((sign) => ({ '&': 'and', A: 'eigh' })[sign] ?? sign).join(' ');

/** Words with which a sentence begins rather than a surname. */
const BEGINNING =
  /^(?:He|She|It|They|We|I|You|The|This|That|These|Those|There|Here|A|An|And|But|Or|So|In|On|At|By|For|From|To|With|Of|As|If|When|While|Then|Than|Since|Until|After|Before|During|Although|Though|Because|However|Instead|Later|Soon|Now|Today|Yesterday|Tomorrow|Meanwhile|Finally|My|Our|Your|His|Her|Its|Their|Who|What|Where|Why|How|Which|Not|No|Nobody|None|Nothing|Yes|All|Some|Many|Most|Each|Every|Everyone|Everybody|Everything|Anyone|Someone|Somebody|Something|One|Two|Both|Another|Let|Please|Do|Does|Did|Is|Are|Was|Were|Can|Could|Will|Would|Should|May|Might|Must|Has|Have|Had)$/;

/** Short forms of countries, towns, bodies and degrees, which often end a sentence. */
const BODIES =
  /^(?:US|USA|UK|UN|EU|DC|LA|NY|NYC|NJ|USSR|UAE|FBI|CIA|NATO|NASA|WHO|YMCA|BC|AD|BCE|CE|BA|MA|MD|BS|BSC|MBA|AM|PM|IQ|TV|VIP|RIP)$/;

/** What belongs to them: "U.S. Army". */
const BELONGING =
  /^(?:Army|Navy|Marines?|Air|Coast|Naval|Military|Senat(?:e|ors?)|House|Congress(?:man|woman)?|Parliament|President|Government|Department|Secretary|Ambassador|Embassy|Attorney|Supreme|District|Circuit|Court|Treasury|Constitution|Capitol|Census|Dollars?|Federal|National|State|States|Special|Security|General|Council|Agents?|Director|Headquarters|Charter|Citizens?|Customs|Border|Postal|Forest|Geological|Bureau|Patent|Marshals?|Steel|Open|Olympic|Soccer|Route|Highway|Virgin|Comics|Metro|Times|Yankees|Lakers|Galaxy|Prime|Foreign|News|Women|Men|Chamber|Trade|Food|Fish|Energy|Justice|Cyber|Team)$/;

/** Whether the full stop behind initials is surely theirs alone: a surname follows, or what belongs to a body. */
function goesOn(initials: string, next: string, before: string): boolean {
  if (BODIES.test(initials)) return BELONGING.test(next);
  return initials.length < 5 && !BEGINNING.test(next) && !/(?<!\p{L})(?:the|an?|in|at)\s$/iu.test(before);
}

/** Initials, letter by letter. Their last full stop stays where it may end the sentence. */
export const INITIALS: readonly Rule[] = [
  {
    pattern: /(?<![\p{L}\d.])((?:\p{Lu}\.){2,})(?=\p{Lu}\p{Ll})/gu,
    verbalize: ([, initials = '']) => `${spellName(initials.replaceAll('.', ''))} `,
  },
  {
    pattern: /(?<![\p{L}\d.])((?:\p{Lu}\.){2,})(?= (\p{Lu}\p{Ll}+))/gu,
    verbalize: ({ 1: written = '', 2: next = '', index, input }) => {
      const initials = written.replaceAll('.', '');
      return goesOn(initials, next, input.slice(Math.max(0, index - 8), index)) ? spellName(initials) : undefined;
    },
  },
  {
    pattern: /(?<![\p{L}\d.])((?:\p{Lu}\.)+\p{Lu})(?=\. \p{Lu})/gu,
    verbalize: ([, initials = '']) => spellName(initials.replaceAll('.', '')),
  },
];
