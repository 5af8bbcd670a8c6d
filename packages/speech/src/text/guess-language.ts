import { LANGUAGES, type Language } from '@talking-avatar/contract';
import type { Script } from './script.ts';

/** A language code without the country. Both varieties of Portuguese are `pt`. */
type Base = Exclude<Language extends infer Code ? (Code extends `${infer Own}-${string}` ? Own : Code) : never, 'pr'>;

/** The apparent language of a text: its English name and its code. */
export interface LanguageGuess {
  name: string;
  language: Language;
}

/** Used for languages in a non-Latin script, which don't require a guess. */
const OTHER_SCRIPT = undefined;

/**
 * The most common words in each language with a Latin script. They make up a third to a half of any text. Apostrophes separate words. The
 * sentences in packages/speech/test/sentences are used to test whether these words are enough.
 */
const COMMON: Readonly<Record<Base, ReadonlySet<string> | undefined>> = {
  en: split(
    'the be to of and a in that have i it for not on with he as you do at this but his by from they we say her she or an will my one all would there their what so up out if about who get which go me when make can like time no just him know take into your some could them see other than then now look only come its over also back after use how our well way even want because any these give most us is are was were has had been did does don t s ll re ve please here where let',
  ),
  es: split(
    'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ya fue este ha sí porque esta son entre está cuando muy sin sobre ser tiene también me hasta hay donde han quien están desde todo nos durante estados todos uno les ni contra otros fueron ese eso había ante ellos e esto mí antes algunos qué unos yo otro otras otra él tanto esa estos mucho nada muchos cual sea poco ella estar haber mi tu te si he has eres soy aquí ahora usted dónde cómo quiero puede hacer',
  ),
  de: split(
    'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei ich du wir ihr mich dich mir dir uns euch mein dein kein keine ihre seine hier da wo was wer wann warum bitte ja nein sehr gut schon jetzt dann wenn weil kann muss will habe bin bist heute morgen immer alle dieser diese dieses doch vom ins',
  ),
  it: split(
    'di e il la che in a per un del è non una sono i si da con le della al come più dei ma lo gli nel alla ha ho hai anche o se delle questo questa ci quando era essere suo sua loro dal mi ti io tu lui lei noi voi chi cosa dove perché molto tutto tutti già ancora sempre poi solo fare fatto degli dalla nella sul sulla l d c un dell nell all quello quella due prima dopo qui qua ora oggi domani mio mia tuo suoi può posso sta siamo hanno bene sotto vicino',
  ),
  fr: split(
    'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec ou son lui nous comme mais on elle je tu vous ils elles mon ma mes ton ta tes sa ses leur leurs cette ces cet l d j c n s m t qu y être avoir fait faire peut bien tout tous toute très aussi encore où quand si même sans sous entre après avant depuis chez aux ai as avez avons ont suis es sommes êtes était été moi toi soi oui non ici là maintenant alors donc car rien jamais toujours votre notre vos nos quel quelle',
  ),
  pt: split(
    'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem nas me esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos elas havia seja qual será nós tenho lhe deles essas esses pelas este dele tu te vocês vos lhes meus minhas teu tua nosso nossa aqui onde agora hoje amanhã ontem sim bem vai vou são estou fazer pode isto',
  ),
  vi: split(
    'và là của có không cho được một những người này với các đã tôi trong khi ở ra để đến cũng như về từ vào bạn anh chị em ông bà nó họ chúng ta rất sẽ đang phải còn nhiều lại nên thì mà gì đó đây nào hay hơn nếu vì bị theo sau trước trên dưới cùng làm đi nói biết thấy muốn nhà ngày năm hôm nay mai mình thế cả chỉ mới con cái việc nước hai ba bao giờ đâu ai xin lúc',
  ),
  zh: OTHER_SCRIPT,
  ar: OTHER_SCRIPT,
  ja: OTHER_SCRIPT,
  ru: OTHER_SCRIPT,
  hi: OTHER_SCRIPT,
  ko: OTHER_SCRIPT,
};

function split(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const MIN_WORDS = 6;
/** Minimum fraction of words that are common in another language but not in the stated one. */
const MIN_SHARE = 0.18;
/** Minimum number of different common words. */
const MIN_DIFFERENT = 2;

/**
 * Guesses, based on common words, whether a text is in a different language from the stated one. @returns undefined if it isn't, or if the
 * text is too short
 */
export function guessLanguage({ text, items }: Script, language: Language): LanguageGuess | undefined {
  const own = items.flatMap((item) => (item.kind === 'spoken' && isPlain(item.style) ? text.slice(item.from, item.to) : [])).join(' ');
  const words =
    own
      .normalize('NFC')
      .toLowerCase()
      // A letter before a period, a slash, or a digit is an abbreviation: "n.º", "C/", "m2".
      .match(/(?!\p{L}[./\d])[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < MIN_WORDS) return undefined;
  const count = (base: Base) => words.filter((word) => COMMON[base]?.has(word));
  const stated = baseOf(language);
  const usual = count(stated).length;
  const [best] = (Object.keys(COMMON) as Base[])
    .filter((base) => base !== stated)
    .map((base) => ({ base, found: count(base) }))
    .sort((one, other) => other.found.length - one.found.length);
  const { base, found } = best!;
  if (found.length - usual < MIN_SHARE * words.length || new Set(found).size < MIN_DIFFERENT) return undefined;
  return { name: nameOf(base), language: LANGUAGES.find((code) => baseOf(code) === base)! };
}

/** Called only after a guess, because Node.js takes 20 ms to load its first table of names. */
const nameOf = (base: Base): string => new Intl.DisplayNames('en', { type: 'language' }).of(base)!;

const baseOf = (language: Language): Base => language.slice(0, 2).replace('pr', 'pt') as Base;

/** Checks whether a piece is spoken as written, in the language of the text. */
const isPlain = ({ language, alias, ipa }: { language?: Language; alias?: string; ipa?: string }): boolean =>
  language === undefined && alias === undefined && ipa === undefined;
