import { ACTORS, type Language, type Sex } from '../../../contract/index.ts';
import { SpeechError } from '../../speech.ts';
import type { Speaker } from '../../text/script.ts';
import { describeChoice } from '../voice-error.ts';

/** The engines that give speech marks at the price of speech: `generative` gives none, `long-form` costs six times as much. */
export type Tier = 'neural' | 'standard';

/** A voice of Amazon Polly that speaks one of our languages. */
export interface PollyVoice {
  id: string;
  language: Language;
  sex: Sex;
  /** The better first. */
  tiers: readonly [Tier, ...Tier[]];
  /** What a voice of two languages is to speak; others know it by themselves. */
  code?: string;
}

const BOTH = ['neural', 'standard'] as const;
const NEURAL = ['neural'] as const;
const STANDARD = ['standard'] as const;

type Row = readonly [id: string, sex: 'f' | 'm', tiers: PollyVoice['tiers'], code?: string];

/** The voices of each language (DescribeVoices, September 2025). The usual one of each sex and tier first: no children. */
const TABLE: Readonly<Partial<Record<Language, readonly Row[]>>> = {
  'en-US': [
    ['Joanna', 'f', BOTH],
    ['Matthew', 'm', BOTH],
    ['Danielle', 'f', NEURAL],
    ['Gregory', 'm', NEURAL],
    ['Ivy', 'f', BOTH],
    ['Joey', 'm', BOTH],
    ['Justin', 'm', BOTH],
    ['Kendra', 'f', BOTH],
    ['Kevin', 'm', NEURAL],
    ['Kimberly', 'f', BOTH],
    ['Ruth', 'f', NEURAL],
    ['Salli', 'f', BOTH],
    ['Stephen', 'm', NEURAL],
  ],
  'en-GB': [
    ['Amy', 'f', BOTH],
    ['Brian', 'm', BOTH],
    ['Arthur', 'm', NEURAL],
    ['Emma', 'f', BOTH],
  ],
  'es-ES': [
    ['Lucia', 'f', BOTH],
    ['Sergio', 'm', NEURAL],
    ['Conchita', 'f', STANDARD],
    ['Enrique', 'm', STANDARD],
  ],
  'es-US': [
    ['Lupe', 'f', BOTH],
    ['Pedro', 'm', NEURAL],
    ['Miguel', 'm', STANDARD],
    ['Penelope', 'f', STANDARD],
  ],
  'zh-CN': [['Zhiyu', 'f', BOTH]],
  'de-DE': [
    ['Vicki', 'f', BOTH],
    ['Daniel', 'm', NEURAL],
    ['Hans', 'm', STANDARD],
    ['Marlene', 'f', STANDARD],
  ],
  'it-IT': [
    ['Bianca', 'f', BOTH],
    ['Adriano', 'm', NEURAL],
    ['Carla', 'f', STANDARD],
    ['Giorgio', 'm', STANDARD],
  ],
  'fr-FR': [
    ['Lea', 'f', BOTH],
    ['Remi', 'm', NEURAL],
    ['Celine', 'f', STANDARD],
    ['Mathieu', 'm', STANDARD],
  ],
  'pt-PT': [
    ['Ines', 'f', BOTH],
    ['Cristiano', 'm', STANDARD],
  ],
  'pr-BR': [
    ['Camila', 'f', BOTH],
    ['Thiago', 'm', NEURAL],
    ['Ricardo', 'm', STANDARD],
    ['Vitoria', 'f', BOTH],
  ],
  ar: [
    ['Hala', 'f', NEURAL, 'arb'],
    ['Zayd', 'm', NEURAL, 'arb'],
    ['Zeina', 'f', STANDARD],
  ],
  'ja-JP': [
    ['Kazuha', 'f', NEURAL],
    ['Takumi', 'm', BOTH],
    ['Mizuki', 'f', STANDARD],
    ['Tomoko', 'f', NEURAL],
  ],
  'ru-RU': [
    ['Tatyana', 'f', STANDARD],
    ['Maxim', 'm', STANDARD],
  ],
  'hi-IN': [
    ['Kajal', 'f', NEURAL, 'hi-IN'],
    ['Aditi', 'f', STANDARD, 'hi-IN'],
  ],
  'ko-KO': [
    ['Seoyeon', 'f', BOTH],
    ['Jihye', 'f', NEURAL],
  ],
};

/** Voices of our languages that speak with the long-form engine alone. */
const UNSERVED = ['Patrick', 'Alba', 'Raul'];

/** Every voice that the service may use. */
export const POLLY_VOICES: readonly PollyVoice[] = Object.entries(TABLE).flatMap(([language, rows]) =>
  rows.map(([id, sex, tiers, code]) => ({
    id,
    language: language as Language,
    sex: sex === 'f' ? ('female' as const) : ('male' as const),
    tiers,
    ...(code && { code }),
  })),
);

/** Voices of children: no actor is one. */
const CHILDREN = ['Ivy', 'Justin', 'Kevin'];

/** A voice for a request, and what is not as it was asked for. */
export interface ChosenVoice {
  voice: PollyVoice;
  tier: Tier;
  warnings: string[];
}

/**
 * Chooses the voice of a language: neural before standard among those of the sex; one of the other sex, with a warning, where
 * the language has none. Actors of one sex share its best voices out among them, in the order of both.
 *
 * @param wanted The client's choice of voice, if it made one.
 * @param actor Who is seen to speak.
 * @returns undefined when Polly does not speak the language
 * @throws SpeechError when the language has no voice of the wanted name
 */
export function choosePollyVoice(
  language: Language,
  sex: Sex,
  wanted?: string,
  actor?: string,
): ChosenVoice | undefined {
  const voices = POLLY_VOICES.filter((voice) => voice.language === language);
  if (voices.length === 0) return undefined;
  if (wanted !== undefined) return chosen(findVoice(voices, language, wanted));
  const best = [...voices].sort((a, b) => rank(a, sex) - rank(b, sex))[0]!;
  if (best.sex === sex) return chosen(shareOut(voices, best, actor));
  return chosen(best, [`Amazon Polly has no ${sex} voice for ${language}; ${best.id} (${best.sex}) speaks.`]);
}

/**
 * Chooses who says a passage of another speaker (`<voice>`): the voice of the name, whatever its language, else one of the sex.
 *
 * @param usual Who says the text around it.
 */
export function choosePollySpeaker(usual: ChosenVoice, { name, sex }: Speaker, language: Language): ChosenVoice {
  const named = POLLY_VOICES.filter(({ id }) => name !== undefined && isSameName(id, name));
  const voice = named.find((own) => own.language === language) ?? named[0];
  if (voice) return chosen(voice);
  const ofSex = (sex && sex !== usual.voice.sex && choosePollyVoice(language, sex)) || { ...usual, warnings: [] };
  if (name === undefined) return ofSex;
  const warning = `<voice>: Amazon Polly has no voice "${name}" that this service uses; ${ofSex.voice.id} speaks there.`;
  return { ...ofSex, warnings: [warning] };
}

/** An actor's among the voices that are as good as the best. */
function shareOut(voices: readonly PollyVoice[], best: PollyVoice, actor: string | undefined): PollyVoice {
  const place = ACTORS.filter(({ sex }) => sex === best.sex).findIndex(({ id }) => id === actor);
  const equals = voices.filter(
    ({ id, sex, tiers }) => sex === best.sex && tiers[0] === best.tiers[0] && !CHILDREN.includes(id),
  );
  return equals[place % equals.length] ?? best;
}

const chosen = (voice: PollyVoice, warnings: string[] = []): ChosenVoice => ({
  voice,
  tier: voice.tiers[0],
  warnings,
});

const rank = ({ sex, tiers }: PollyVoice, wanted: Sex) => (sex === wanted ? 0 : 2) + (tiers[0] === 'neural' ? 0 : 1);

function findVoice(voices: readonly PollyVoice[], language: Language, wanted: string): PollyVoice {
  const voice = voices.find(({ id }) => isSameName(id, wanted));
  if (voice) return voice;
  const fault = UNSERVED.some((id) => isSameName(id, wanted))
    ? `${wanted} speaks only with Amazon Polly's long-form engine, which this service does not use`
    : faultOf(wanted, language);
  const names = voices.map(({ id }) => id);
  throw new SpeechError('Unknown voice', describeChoice(fault, wanted, language, names), 'tts_params.voice');
}

function faultOf(wanted: string, language: Language): string {
  const elsewhere = POLLY_VOICES.filter(({ id }) => isSameName(id, wanted));
  if (elsewhere.length === 0) return `Amazon Polly has no voice "${wanted}" for ${language}`;
  return `the voice ${elsewhere[0]!.id} speaks ${elsewhere.map(({ language }) => language).join(' and ')}, not ${language}`;
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
