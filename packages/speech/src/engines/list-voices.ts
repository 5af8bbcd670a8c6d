import { ACTORS, LANGUAGES, type Language, type Sex, type TtsEngine } from '@talking-avatar/contract';
import { actorVoice, fliteVoiceName, listVoices, picoLanguage } from './embedded/voices.ts';
import type { ListedVoice } from './neural/voice.ts';
import { POLLY_VOICES } from './polly/voices.ts';

/** A voice that a job may name. */
interface CatalogVoice {
  /** Value of `tts_params.voice`. */
  name: string;
  language: Language;
  sex: Sex;
  engine: 'embedded' | 'neural' | 'polly';
  neural: boolean;
  /** ID of the actor that the voice belongs to. */
  actor: string | null;
  licence: string;
  /** True if its speech may be used commercially, or null if someone has to read the license to find out. */
  commercial_use: boolean | null;
}

/** Licenses of the embedded engine's voices, as listed in THIRD_PARTY.md. eSpeak NG's license does not cover its speech. */
const LICENSES = {
  flite: 'BSD-style (CMU Flite)',
  pico: 'Apache-2.0 (SVOX Pico)',
  espeak: 'GPL-3.0 (the program eSpeak NG, not its speech)',
} as const;

/**
 * Lists the voices that `validateVoice` accepts: the deployment's neural voices, then Polly's voices if Polly supports the language, or
 * else the embedded engine's voices, including actor voices. The default for each language and sex comes first.
 */
export function listCatalog(tts: TtsEngine, neural: readonly ListedVoice[] = [], only?: Language): CatalogVoice[] {
  return (only ? [only] : LANGUAGES).flatMap((language) => {
    const polly = tts === 'polly' ? listPolly(language) : [];
    return [...neural.filter((voice) => voice.language === language).map(toNeural), ...(polly.length > 0 ? polly : listEmbedded(language))];
  });
}

const toNeural = ({ name, language, sex, licence }: ListedVoice): CatalogVoice => ({
  name,
  language,
  sex,
  engine: 'neural',
  neural: true,
  actor: null,
  licence: licence ?? 'see the manifest of the voice',
  commercial_use: null,
});

const listPolly = (language: Language): CatalogVoice[] =>
  POLLY_VOICES.filter((voice) => voice.language === language).map(({ id, sex, tiers }) => ({
    name: id,
    language,
    sex,
    engine: 'polly',
    neural: tiers[0] === 'neural',
    actor: null,
    licence: 'AWS Service Terms (Amazon Polly)',
    commercial_use: true,
  }));

function listEmbedded(language: Language): CatalogVoice[] {
  const common = (name: string) => ({
    language,
    engine: 'embedded' as const,
    neural: false,
    commercial_use: true,
    licence: licenseOf(name),
  });
  return [
    ...listVoices(language).map(({ name, sex }) => ({ name, sex, actor: null, ...common(name) })),
    ...ACTORS.map(({ id, sex }) => ({ id, sex, name: actorVoice(language, id) })).flatMap(({ id, sex, name }) =>
      name === undefined ? [] : [{ name, sex, actor: id, ...common(name) }],
    ),
  ];
}

function licenseOf(name: string): string {
  if (fliteVoiceName(name)) return LICENSES.flite;
  return picoLanguage(name) ? LICENSES.pico : LICENSES.espeak;
}
