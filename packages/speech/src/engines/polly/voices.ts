import { ACTORS, type Language, type PreferredPollyEngine, quote, type Sex } from '@talking-avatar/contract';
import { SpeechError } from '../../speech.ts';
import type { Speaker } from '../../text/script.ts';
import { formatVoiceError } from '../voice-error.ts';

/** Polly's engines that provide speech marks at a reasonable price (`long-form` costs six times as much). */
export type MarkingEngineName = 'neural' | 'standard';

/** The Polly engines that are used here. `generative` does not provide speech marks, so its audio is aligned with the text. */
export type PollyEngineName = 'generative' | MarkingEngineName;

export interface PollyVoice {
  id: string;
  language: Language;
  sex: Sex;
  /** The voice's engines that provide speech marks, best first. */
  tiers: readonly [MarkingEngineName, ...MarkingEngineName[]];
  /** True if the voice is also available with the generative engine. */
  generative: boolean;
  /** Language code to send for a bilingual voice. */
  code?: string;
}

const BOTH = ['neural', 'standard'] as const;
const NEURAL = ['neural'] as const;
const STANDARD = ['standard'] as const;

type Row = readonly [id: string, sex: 'f' | 'm', tiers: PollyVoice['tiers'], code?: string];

/**
 * Voices for each language (DescribeVoices, September 2025). The default for each sex and engine comes first and is never a child's voice.
 */
const TABLE: Readonly<Record<Language, readonly Row[]>> = {
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
  'vi-VI': [],
  'ko-KO': [
    ['Seoyeon', 'f', BOTH],
    ['Jihye', 'f', NEURAL],
  ],
};

/** Voices that are only available with the long-form engine. */
const LONG_FORM_VOICES = ['Patrick', 'Alba', 'Raul'];

/** Voices that are also available with the generative engine (DescribeVoices, September 2025). */
const GENERATIVE_VOICES: readonly string[] = [
  'Amy',
  'Bianca',
  'Celine',
  'Daniel',
  'Danielle',
  'Joanna',
  'Kajal',
  'Lea',
  'Lucia',
  'Lupe',
  'Matthew',
  'Pedro',
  'Remi',
  'Ruth',
  'Salli',
  'Sergio',
  'Stephen',
  'Vicki',
];

export const POLLY_VOICES: readonly PollyVoice[] = Object.entries(TABLE).flatMap(([language, rows]) =>
  rows.map(([id, sex, tiers, code]) => ({
    id,
    language: language as Language,
    sex: sex === 'f' ? ('female' as const) : ('male' as const),
    tiers,
    generative: GENERATIVE_VOICES.includes(id),
    ...(code && { code }),
  })),
);

/** Children's voices, which are never assigned to actors. */
const CHILDREN = ['Ivy', 'Justin', 'Kevin'];

/** A chosen voice, and warnings about how it differs from the request. */
export interface ChosenVoice {
  voice: PollyVoice;
  tier: PollyEngineName;
  warnings: string[];
}

/**
 * Chooses a voice by language and sex, preferring neural to standard. If the language has no voice of that sex, chooses one of the other
 * sex, with a warning. The best voices of a sex are assigned in order to the actors of that sex.
 * @param wanted Requested voice, with or without an engine, such as `Joanna` or `Joanna:generative`.
 * @returns undefined if Polly does not support the language
 * @throws SpeechError if the requested voice does not exist in the language
 */
export function choosePollyVoice(
  language: Language,
  sex: Sex,
  wanted?: string,
  actor?: string,
  prefer: PreferredPollyEngine = 'neural',
): ChosenVoice | undefined {
  const voices = POLLY_VOICES.filter((voice) => voice.language === language);
  if (voices.length === 0) return undefined;
  if (wanted !== undefined) return findChosenVoice(voices, language, wanted, prefer);
  const best = [...voices].sort((a, b) => rank(a, sex) - rank(b, sex))[0]!;
  if (best.sex === sex) return toChosenVoice(voiceForActor(voices, best, actor), prefer);
  return toChosenVoice(best, prefer, [`Amazon Polly has no ${sex} voice for ${language}; using ${best.id} (${best.sex}) instead.`]);
}

/** Chooses another speaker's voice (`<voice>`), either by name in any language, or by sex. */
export function choosePollySpeaker(mainVoice: ChosenVoice, { name, sex }: Speaker, language: Language): ChosenVoice {
  const named = POLLY_VOICES.filter(({ id }) => name !== undefined && isSameName(id, name));
  const voice = named.find((own) => own.language === language) ?? named[0];
  const prefer = mainVoice.tier === 'generative' ? 'generative' : 'neural';
  if (voice) return toChosenVoice(voice, prefer);
  const ofSex = (sex && sex !== mainVoice.voice.sex && choosePollyVoice(language, sex, undefined, undefined, prefer)) || {
    ...mainVoice,
    warnings: [],
  };
  if (name === undefined) return ofSex;
  const warning = `<voice>: this service has no Amazon Polly voice ${quote(name)}; using ${ofSex.voice.id} there.`;
  return { ...ofSex, warnings: [warning] };
}

/** Chooses an actor's voice from among the voices that are as good as the best one. */
function voiceForActor(voices: readonly PollyVoice[], best: PollyVoice, actor: string | undefined): PollyVoice {
  const place = ACTORS.filter(({ sex }) => sex === best.sex).findIndex(({ id }) => id === actor);
  const equals = voices.filter(({ id, sex, tiers }) => sex === best.sex && tiers[0] === best.tiers[0] && !CHILDREN.includes(id));
  return equals[place % equals.length] ?? best;
}

const toChosenVoice = (voice: PollyVoice, prefer: PreferredPollyEngine, warnings: string[] = []): ChosenVoice => ({
  voice,
  tier: prefer === 'generative' && voice.generative ? prefer : voice.tiers[0],
  warnings,
});

/** Returns the name of a chosen voice, including the engine if it is not the voice's default. */
export const nameChosenVoice = ({ voice, tier }: ChosenVoice): string => (tier === voice.tiers[0] ? voice.id : `${voice.id}:${tier}`);

function findChosenVoice(voices: readonly PollyVoice[], language: Language, wanted: string, prefer: PreferredPollyEngine): ChosenVoice {
  const [id = '', engine] = wanted.split(':');
  const voice = findVoice(voices, language, id);
  if (engine === undefined) return toChosenVoice(voice, prefer);
  const engines = [...(voice.generative ? (['generative'] as const) : []), ...voice.tiers];
  const tier = engines.find((own) => own === engine.toLowerCase());
  if (tier) return { voice, tier, warnings: [] };
  throw new SpeechError(
    'Unknown voice',
    `the voice ${voice.id} is not available with the engine "${engine}"; its engines are ${engines.join(', ')}.`,
    'tts_params.voice',
  );
}

const rank = ({ sex, tiers }: PollyVoice, wanted: Sex) => (sex === wanted ? 0 : 2) + (tiers[0] === 'neural' ? 0 : 1);

function findVoice(voices: readonly PollyVoice[], language: Language, wanted: string): PollyVoice {
  const voice = voices.find(({ id }) => isSameName(id, wanted));
  if (voice) return voice;
  const fault = LONG_FORM_VOICES.some((id) => isSameName(id, wanted))
    ? `${wanted} is only available with Amazon Polly's long-form engine, which this service does not use`
    : explainUnknownVoice(wanted, language);
  const names = voices.map(({ id }) => id);
  throw new SpeechError('Unknown voice', formatVoiceError(fault, wanted, language, names), 'tts_params.voice');
}

function explainUnknownVoice(wanted: string, language: Language): string {
  const elsewhere = POLLY_VOICES.filter(({ id }) => isSameName(id, wanted));
  if (elsewhere.length === 0) return `Amazon Polly has no voice ${quote(wanted)} for ${language}`;
  return `the voice ${elsewhere[0]!.id} speaks ${elsewhere.map(({ language }) => language).join(' and ')}, not ${language}`;
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
