import type { Consonant, Sound, Vowel } from '../phonetics/index.ts';

/**
 * The articulators, each 0..1: jaw lowered; lips protruded (round), or open and protruded (funnel); corners drawn apart
 * (spread); lower lip lowered and upper lip raised beyond the jaw's movement; jaw pushed forward; tongue tip at the
 * alveolar ridge; tongue back at the palate; tongue tip between the teeth.
 */
export const ARTICULATORS = [
  'jaw',
  'round',
  'funnel',
  'spread',
  'lowerLip',
  'upperLip',
  'jawForward',
  'tongueTip',
  'tongueBack',
  'tongueOut',
] as const;

export type Articulator = (typeof ARTICULATORS)[number];

/** Target of one articulator and its strength: the alpha of its dominance (Cohen & Massaro 1993). */
export interface TargetValue {
  value: number;
  pull: number;
}

/** Targets of one speech sound. Articulators that it leaves to its neighbours are absent. */
export type Target = Partial<Record<Articulator, TargetValue>>;

const aim = (value: number, pull: number): TargetValue => ({ value, pull });

/**
 * Dominance strengths of vowels and consonants (Cohen & Massaro 1993), of teeth that nearly meet, and of weaker
 * constraints of a consonant.
 */
const VOWEL = 1;
const CONSONANT = 0.85;
const TEETH = 1.8;
const FIRM = 0.65;
const WEAK = 0.3;
const FAINT = 0.12;

/** Jaw opening of a close and of an open vowel in normal speech, jawOpen units. */
const JAW_CLOSE = 0.1;
const JAW_OPEN = 0.52;

/** A closed, resting mouth. Its strength keeps the tails of long vowels from holding the mouth ajar. */
export const REST: Target = Object.fromEntries(ARTICULATORS.map((articulator) => [articulator, aim(0, 3)]));

/** Returns the articulatory target of a speech sound, from its phonetic features. */
export function targetOfSound(sound: Sound): Target {
  return sound.kind === 'vowel' ? targetOfVowel(sound) : targetOfConsonant(sound);
}

/** Rounded close vowels pucker, rounded open vowels funnel, close front vowels spread. */
function targetOfVowel({ open, back, round }: Vowel): Target {
  const spread = (1 - round) * (1 - back) * (1 - 0.75 * open);
  return {
    jaw: aim(JAW_CLOSE + (JAW_OPEN - JAW_CLOSE) * open ** 0.85 * (1 - 0.15 * round), VOWEL),
    round: aim(round * (0.9 - 0.6 * open), VOWEL),
    funnel: aim(round * (0.25 + 0.4 * Math.sin(Math.PI * Math.min(1, open * 1.1))), VOWEL),
    spread: aim(spread, VOWEL),
    lowerLip: aim((1 - round) * (0.1 + 0.22 * open + 0.1 * spread), VOWEL),
    upperLip: aim((1 - round) * (0.05 + 0.1 * open + 0.12 * spread), VOWEL),
    jawForward: aim(0.12 * round * (1 - open), WEAK),
    tongueTip: aim(0, VOWEL),
    tongueBack: aim(0.55 * back * (1 - open), WEAK),
    tongueOut: aim(0, VOWEL),
  };
}

function targetOfConsonant(sound: Consonant): Target {
  const target: Target = { ...PLACED[sound.place], ...mannered(sound) };
  if (sound.round > 0) {
    target.round = aim(0.8 * sound.round, CONSONANT);
    target.funnel ??= aim(0.3 * sound.round, CONSONANT);
    target.spread = aim(0, CONSONANT);
  } else if (sound.palatal) {
    target.spread = aim(0.55, WEAK);
  }
  return target;
}

const TONGUE_OUT_OF_THE_WAY: Target = { tongueTip: aim(0, WEAK), tongueOut: aim(0, WEAK) };

/**
 * Targets by place of articulation. Bilabials and labiodentals move the lips by separate constraints (see contacts.ts)
 * and only raise the jaw here. Lingual consonants leave the lips to their neighbours (JALI, Edwards et al. 2016).
 */
const PLACED: Readonly<Record<Consonant['place'], Target>> = {
  bilabial: { ...TONGUE_OUT_OF_THE_WAY, jaw: aim(0.03, CONSONANT), spread: aim(0.1, WEAK), lowerLip: aim(0, WEAK) },
  labiodental: { ...TONGUE_OUT_OF_THE_WAY, jaw: aim(0.08, CONSONANT), round: aim(0, WEAK), funnel: aim(0, WEAK) },
  labiovelar: {
    ...TONGUE_OUT_OF_THE_WAY,
    jaw: aim(0.11, CONSONANT),
    lowerLip: aim(0, CONSONANT),
    upperLip: aim(0, CONSONANT),
  },
  dental: {
    jaw: aim(0.13, CONSONANT),
    tongueTip: aim(0.4, CONSONANT),
    tongueOut: aim(0.8, CONSONANT),
    lowerLip: aim(0.25, CONSONANT),
    upperLip: aim(0.12, CONSONANT),
    round: aim(0, WEAK),
  },
  alveolar: { jaw: aim(0.13, FIRM), tongueTip: aim(1, CONSONANT), tongueOut: aim(0, CONSONANT) },
  postalveolar: { jaw: aim(0.12, CONSONANT), tongueTip: aim(0.6, CONSONANT), tongueOut: aim(0, CONSONANT) },
  retroflex: { jaw: aim(0.15, FIRM), tongueTip: aim(0.9, CONSONANT), tongueOut: aim(0, CONSONANT) },
  palatal: {
    jaw: aim(0.13, FIRM),
    spread: aim(0.4, WEAK),
    tongueBack: aim(0.7, CONSONANT),
    tongueOut: aim(0, CONSONANT),
  },
  velar: { ...TONGUE_OUT_OF_THE_WAY, jaw: aim(0.2, WEAK), tongueBack: aim(1, CONSONANT) },
  uvular: { ...TONGUE_OUT_OF_THE_WAY, jaw: aim(0.24, WEAK), tongueBack: aim(0.8, CONSONANT) },
  pharyngeal: { ...TONGUE_OUT_OF_THE_WAY, jaw: aim(0.3, WEAK), tongueBack: aim(0.4, WEAK) },
  glottal: { jaw: aim(0.2, FAINT) },
};

function mannered(sound: Consonant): Target {
  if (sound.manner === 'sibilant') return targetOfSibilant(sound);
  if (sound.place === 'bilabial' && sound.manner === 'fricative') {
    return {
      jaw: aim(0.07, CONSONANT),
      round: aim(0.2, CONSONANT),
      lowerLip: aim(0, CONSONANT),
      upperLip: aim(0, CONSONANT),
    };
  }
  if (sound.manner === 'lateral' && sound.place !== 'velar') return { jaw: aim(0.18, FIRM) };
  if (sound.manner === 'approximant' && sound.place === 'alveolar') {
    return { jaw: aim(0.14, CONSONANT), tongueTip: aim(0.5, CONSONANT), funnel: aim(0.25, CONSONANT) };
  }
  return {};
}

/**
 * Teeth nearly together and visible. Postalveolar sibilants protrude lips and jaw; alveolar ones spread the corners.
 */
function targetOfSibilant(sound: Consonant): Target {
  const hush = sound.round;
  return {
    jaw: aim(0.07 + 0.03 * hush, TEETH),
    funnel: aim(1.15 * hush, CONSONANT * (0.3 + 2 * hush)),
    spread: aim(0.45 * (1 - Math.min(1, hush / 0.3)), 0.6 * CONSONANT),
    lowerLip: aim(0.28, CONSONANT),
    upperLip: aim(0.16, CONSONANT),
    jawForward: aim(0.1 + 0.25 * hush, CONSONANT),
  };
}
