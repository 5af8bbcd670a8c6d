import type { Item, Script, SpokenItem } from '../../../text/script.ts';
import { PICTURE, type Span } from '../../../text/words.ts';
import { writeXSampa } from '../../../text/x-sampa.ts';
import { EMPHASES } from '../emphasis.ts';
import { toAscii } from '../flite/ascii.ts';
import { findSpokenForm } from '../markup.ts';
import type { SpeakingLimits, SpokenScript } from '../speak-script.ts';
import { resampleSpeech, tuneVoice } from '../voice-tuning.ts';
import { spellDays } from './dates.ts';
import { type PicoLanguage, readPhones } from './phones.ts';
import { runPico } from './synthesizer.ts';

/** Limits of the engine's speed and pitch levels, in percent (`picotok.c`). */
const SPEEDS = { min: 20, max: 500 };
const PITCHES = { min: 50, max: 200 };
/** Volume to request, in percent. At 100, the loudest vowels are clipped. */
const VOLUME = 50;

/**
 * Speed corrections for the voices. The American voice takes 10.0 s for text that takes 8.9 s with flite's cmu_us_slt, which is also used
 * for actors. The British voice speaks 210 words per minute, which is faster than people read aloud, and is easier to understand at 190.
 */
const TEMPOS: Readonly<Partial<Record<PicoLanguage, number>>> = { 'en-US': 1.12, 'en-GB': 0.9 };
/** Maximum length of a word, in characters. The engine's word buffer has 255 bytes. */
const LONGEST_WORD = 60;
/** Maximum number of pronunciations in one sentence. With 32, the engine never terminates (measured). */
const MAX_PRONUNCIATIONS = 20;
const SENTENCE_END = /[.!?]/;
/**
 * Consecutive short words with a period, such as initials. They do not end a sentence, and with 80 of them, the engine never terminates
 * (measured).
 */
const INITIALS = /(?:(?:<[^<>]*>|\s)*[\p{L}\d]{1,3}\.){20}/gu;
/** A hyphen before digits, as in "COVID-19". The voices would read it as a minus sign. */
const MINUS = /(?<=\p{Lu}|\p{L}{2})((?:<[^<>]*>)*)-(?=\d)/gu;

/** The end of a number before a period that ends a German sentence. The voice would read it as an ordinal number. */
const NUMBER_END =
  /(?<=\p{L},? (?:<[^<>]*>)?[\d.,]{0,12}\d)(?<!(?<!\p{L})(?:wurden?|wird|werden|als|de[rmns]|die|das|am|zum|vom|im|jede[rn]?) (?:<[^<>]*>)?\d{1,12})(?=\.(?:\s|<[^<>]*>)*(?:$|(?:Der|Die|Das|Den|Dem|Es|Er|Sie|Wir|Ich|Ihr|Du|Dort|Dann|Danach|Dabei|Da|Bitte|Wer|Was|Wie|Wenn|In|Im|Am|An|Auf|Bei|Mit|Nach|Von|Vor|Zum|Zur|Für|Und|Aber|Auch|Heute|Morgen|Ein|Eine|Ab|Seit|Nun|Jetzt|Alle|Viele)(?!\p{L})))/gu;

/** Letters besides a to z that the voices pronounce. Others are spoken as their base letters. */
const LETTERS: Readonly<Record<PicoLanguage, string>> = {
  'de-DE': 'äöüßéèàç',
  'en-GB': '',
  'en-US': '',
  'es-ES': 'áéíóúüñ',
  'fr-FR': 'àâæçéèêëîïôœùûüÿ',
  'it-IT': 'àèéìíîòóùú',
};

/** Replacements for letters that the voices can name but misread in words, such as "caffè" as "caffi" and "œuf" as "ouf". */
const SPELLINGS: Readonly<Partial<Record<PicoLanguage, readonly (readonly [letters: RegExp, read: string])[]>>> = {
  'de-DE': [
    [/(?<=\p{L}{2})é(?=s?(?!\p{L}))/gu, 'ee'],
    [/(?<!\p{L})goethe/giu, 'Göte'],
  ],
  'es-ES': [
    [/(?<=g)ü(?=es?(?!\p{L}))/giu, "u'"],
    [/(?<=g)ü(?=[eéií])/giu, 'hu'],
  ],
  'fr-FR': [
    [/(?<=(?<!\p{L})m)œ(?=urs)/giu, 'e'],
    [/œ(?=il)/giu, 'eu'],
    [/œ(?=u)/giu, 'oe'],
    [/œ/giu, 'é'],
    [/ë([ln])(?!\p{L})/giu, 'è$1e'],
    [/(?<=o)ë(?!\p{L})/giu, 'é'],
    [/(?<!gu)ë/giu, 'è'],
    [/(?<=a)ïs(?!\p{L})/giu, 'ïsse'],
    [/(?<=vingt) et (?=un)/giu, '-é-'],
  ],
  'it-IT': [
    [/(?<=\p{L})ù(?!\p{L})/gu, 'u'],
    [/(?<=\p{L}{2}|(?<!\p{L})t)(?<!cio)[èé](?!\p{L})/giu, 'eh'],
    [/(?<=\p{L})[èé](?=\p{L})/giu, 'e'],
  ],
};

/** Checks whether a voice can speak a word, which must not be too long and must have only Latin letters. */
export const canPicoSpeak = (language: PicoLanguage, word: string): boolean =>
  word.length <= LONGEST_WORD && fold(language, word) !== undefined;

/** Converts text to the letters that a voice supports. Returns undefined if it contains letters in another script. */
function fold(language: PicoLanguage, text: string): string | undefined {
  let folded = '';
  const spelled = (SPELLINGS[language] ?? []).reduce((said, [letters, read]) => said.replace(letters, read), text.normalize('NFC'));
  for (const character of spelled) {
    const own = LETTERS[language].includes(character.toLowerCase());
    const written = own ? character : PICTURE.test(character) ? ' ' : toAscii(character);
    if (written === undefined) return undefined;
    folded += written;
  }
  // The text must not contain the engine's tags or character references.
  return folded.replace(/[<>&]/g, ' ');
}

export interface PicoWords {
  spans: readonly Span[];
  readings: readonly (string | undefined)[];
  /** Sounds that replace an item's text, in X-SAMPA. */
  pronunciations: ReadonlyMap<Item, readonly string[]>;
}

/** Speaks a script with SVOX Pico, whose frames provide exact times. Marks before words show which word each phone belongs to. */
export async function speakPico(
  language: PicoLanguage,
  voice: string,
  script: Script,
  words: PicoWords,
  { tempo, maxSeconds }: SpeakingLimits,
): Promise<SpokenScript> {
  const { pitch, formantScale } = tuneVoice(voice);
  const levels = { speed: ((TEMPOS[language] ?? 1) * tempo) / formantScale, pitch };
  const markup = writePicoMarkup(language, script, words, levels);
  const { samples, sampleRate, phones, syllables } = await runPico(language, markup, maxSeconds * formantScale);
  const raw = resampleSpeech({ samples, sampleRate, phones: readPhones(language, phones, syllables) }, formantScale);
  return { raw, wordSpans: words.spans.map((_, i) => ({ from: i, to: i + 1 })), isolated: [], hasLateStops: false };
}

interface Levels {
  /** Factors for the voice's usual speed and pitch. */
  speed: number;
  pitch: number;
}

function writePicoMarkup(language: PicoLanguage, script: Script, words: PicoWords, levels: Levels): string {
  let markup = `<volume level="${VOLUME}">`;
  let set = '';
  let pronounced = 0;
  for (const item of script.items) {
    if (item.kind === 'pause') markup += `<break time="${Math.round(item.seconds * 1000)}ms"/>`;
    if (item.kind !== 'spoken') continue;
    const tags = writeLevels(item, levels);
    if (tags !== set) markup += tags;
    set = tags;
    const written = writeItem(language, script, words, item);
    pronounced = SENTENCE_END.test(script.text.slice(item.from, item.to)) ? 0 : pronounced + (words.pronunciations.has(item) ? 1 : 0);
    if (pronounced === MAX_PRONUNCIATIONS) {
      markup += '<s></s>';
      pronounced = 0;
    }
    markup += written;
  }
  markup = spellDays(language, markup);
  if (language === 'de-DE') markup = markup.replace(NUMBER_END, ' ');
  return markup.replace(MINUS, '$1 ').replace(INITIALS, '$&<s></s>');
}

function writeLevels({ style: { rate = 1, pitch = 1, emphasis } }: SpokenItem, levels: Levels): string {
  const [slower, higher] = emphasis ? EMPHASES[emphasis] : [1, 1];
  const percent = (factor: number, { min, max }: { min: number; max: number }) => Math.max(min, Math.min(max, Math.round(100 * factor)));
  const speed = percent(levels.speed * rate * slower, SPEEDS);
  return `<speed level="${speed}"><pitch level="${percent(levels.pitch * pitch * higher, PITCHES)}">`;
}

function writeItem(language: PicoLanguage, script: Script, { spans, readings, pronunciations }: PicoWords, item: SpokenItem): string {
  const { from, to, style } = item;
  const symbols = pronunciations.get(item);
  const write = (text: string) => fold(language, text) ?? ' ';
  let markup = '';
  let at = from;
  spans.forEach((span, i) => {
    if (span.from < from || span.from >= to) return;
    markup += `${write(script.text.slice(at, span.from))}<mark name="${i}"/>`;
    const said = findSpokenForm(script, span, readings[i]);
    // A number at the end of a reading is not an ordinal, but the German voice would read it as one before a period.
    const spoken = readings[i] !== undefined && /\d$/.test(String(said)) ? `${String(said)} ` : said;
    if (symbols && span.from === spans.find((other) => other.from >= from)?.from) {
      markup += `<phoneme alphabet="xsampa" ph='${writePhones(symbols)}'></phoneme>`;
    } else if (!symbols) markup += style.spelled ? `<spell>${write(String(spoken))}</spell>` : write(String(spoken));
    at = Math.min(span.to, to);
  });
  return markup + write(script.text.slice(at, to));
}

/** Writes phones in the X-SAMPA that the voices use, which has a plain English r and no backslashes. */
const writePhones = (symbols: readonly string[]) => writeXSampa(symbols.map((symbol) => symbol.replace('ɹ', 'r')));
