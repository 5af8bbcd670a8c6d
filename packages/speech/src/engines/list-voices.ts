import { ACTORS, LANGUAGES, type Language, type Sex, type TtsEngine } from '@talking-avatar/contract';
import { actorVoice, fliteVoiceName, listVoices, picoLanguage } from './embedded/voices.ts';
import type { ListedVoice } from './neural/voice.ts';
import { POLLY_VOICES } from './polly/voices.ts';

/** A voice that a job may name. */
interface CatalogueVoice {
  /** Value of `tts_params.voice`. */
  name: string;
  language: Language;
  sex: Sex;
  engine: 'embedded' | 'neural' | 'polly';
  neural: boolean;
  /** Id of the actor that the voice belongs to. */
  actor: string | null;
  licence: string;
  /** Whether its speech may be used commercially; null where that depends on a licence that only a person can read. */
  commercial_use: boolean | null;
}

/** Licences of the embedded engine's voices, as in THIRD_PARTY.md. Speech that eSpeak NG makes is not bound by its licence. */
const LICENCES = {
  flite: 'BSD-style (CMU Flite)',
  pico: 'Apache-2.0 (SVOX Pico)',
  espeak: 'GPL-3.0 (the program eSpeak NG, not its speech)',
} as const;

/**
 * Lists the voices that `validateVoice` accepts, of each language the first of a sex first: the deployment's neural voices, then
 * Polly's where Polly speaks the language, else the embedded engine's with those of the actors.
 *
 * @param neural The deployment's neural voices.
 * @param only One language; by default all.
 */
export function listCatalogue(tts: TtsEngine, neural: readonly ListedVoice[] = [], only?: Language): CatalogueVoice[] {
  return (only ? [only] : LANGUAGES).flatMap((language) => {
    const polly = tts === 'polly' ? listPolly(language) : [];
    return [...neural.filter((voice) => voice.language === language).map(toNeural), ...(polly.length > 0 ? polly : listEmbedded(language))];
  });
}

const toNeural = ({ name, language, sex, licence }: ListedVoice): CatalogueVoice => ({
  name,
  language,
  sex,
  engine: 'neural',
  neural: true,
  actor: null,
  licence: licence ?? 'see the manifest of the voice',
  commercial_use: null,
});

const listPolly = (language: Language): CatalogueVoice[] =>
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

function listEmbedded(language: Language): CatalogueVoice[] {
  const common = (name: string) => ({
    language,
    engine: 'embedded' as const,
    neural: false,
    commercial_use: true,
    licence: licenceOf(name),
  });
  return [
    ...listVoices(language).map(({ name, sex }) => ({ name, sex, actor: null, ...common(name) })),
    ...ACTORS.map(({ id, sex }) => ({ id, sex, name: actorVoice(language, id) })).flatMap(({ id, sex, name }) =>
      name === undefined ? [] : [{ name, sex, actor: id, ...common(name) }],
    ),
  ];
}

function licenceOf(name: string): string {
  if (fliteVoiceName(name)) return LICENCES.flite;
  return picoLanguage(name) ? LICENCES.pico : LICENCES.espeak;
}
