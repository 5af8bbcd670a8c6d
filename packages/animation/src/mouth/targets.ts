import type { Consonant, SpeechSound, Vowel } from '../phonetics/index.ts';

/**
 * Articulators, 0..1: jaw lowered; lips protruded (round), or open and protruded (funnel); corners apart (spread); lower lip down and upper
 * lip up, relative to the jaw; jaw forward; tongue tip on the alveolar ridge; tongue back on the palate; tongue tip between the teeth.
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

/** Target of one articulator, and its strength: the alpha of its dominance (Cohen & Massaro 1993). */
export interface TargetValue {
  value: number;
  strength: number;
}

/** Targets of one speech sound. Articulators that it leaves to its neighbors are absent. */
export type ArticulatoryTarget = Partial<Record<Articulator, TargetValue>>;

const targetValue = (value: number, strength: number): TargetValue => ({ value, strength });

/** Dominance strengths (Cohen & Massaro 1993) of vowels, consonants, nearly closed teeth, and the weaker constraints of a consonant. */
const VOWEL = 1;
const CONSONANT = 0.85;
const TEETH = 1.8;
const MODERATE = 0.65;
const WEAK = 0.3;
const FAINT = 0.12;
/** `jawOpen` of a close vowel and of an open vowel in normal speech. */
const JAW_CLOSE = 0.1;
const JAW_OPEN = 0.52;
/** A closed, resting mouth. Its strength keeps the tails of long vowels from holding the mouth ajar. */
export const REST: ArticulatoryTarget = Object.fromEntries(ARTICULATORS.map((articulator) => [articulator, targetValue(0, 3)]));

/** Returns the articulatory target of a speech sound, from its phonetic features. */
export function targetOfSound(sound: SpeechSound): ArticulatoryTarget {
  return sound.kind === 'vowel' ? targetOfVowel(sound) : targetOfConsonant(sound);
}

/** Rounded vowels pucker, open ones funnel slightly, and close front ones spread. More funnel would bare the teeth and hide rounding. */
function targetOfVowel({ open, back, round }: Vowel): ArticulatoryTarget {
  const spread = (1 - round) * (1 - back) * (1 - 0.75 * open);
  return {
    jaw: targetValue(JAW_CLOSE + (JAW_OPEN - JAW_CLOSE) * open ** 0.85 * (1 - 0.15 * round), VOWEL),
    round: targetValue(round * (0.9 - 0.6 * open), VOWEL),
    funnel: targetValue(round * (0.05 + 0.3 * open), VOWEL),
    spread: targetValue(spread, VOWEL),
    lowerLip: targetValue((1 - round) * (0.1 + 0.22 * open + 0.1 * spread), VOWEL),
    upperLip: targetValue((1 - round) * (0.05 + 0.1 * open + 0.12 * spread), VOWEL),
    jawForward: targetValue(0.12 * round * (1 - open), WEAK),
    tongueTip: targetValue(0, VOWEL),
    tongueBack: targetValue(0.55 * back * (1 - open), WEAK),
    tongueOut: targetValue(0, VOWEL),
  };
}

function targetOfConsonant(sound: Consonant): ArticulatoryTarget {
  const target: ArticulatoryTarget = { ...PLACE_TARGETS[sound.place], ...targetOfManner(sound) };
  if (sound.round > 0) {
    target.round = targetValue(0.8 * sound.round, CONSONANT);
    target.funnel ??= targetValue(0.1 * sound.round, CONSONANT);
    target.spread = targetValue(0, CONSONANT);
  } else if (sound.palatal) {
    target.spread = targetValue(0.55, WEAK);
  }
  return target;
}

const TONGUE_DOWN: ArticulatoryTarget = { tongueTip: targetValue(0, WEAK), tongueOut: targetValue(0, WEAK) };

/** Targets by place of articulation. Lip contacts are in contacts.ts, and lingual consonants leave the lips to their neighbors. */
const PLACE_TARGETS: Readonly<Record<Consonant['place'], ArticulatoryTarget>> = {
  bilabial: {
    ...TONGUE_DOWN,
    jaw: targetValue(0.03, CONSONANT),
    spread: targetValue(0.1, WEAK),
    lowerLip: targetValue(0, WEAK),
  },
  labiodental: {
    ...TONGUE_DOWN,
    jaw: targetValue(0.08, CONSONANT),
    round: targetValue(0, WEAK),
    funnel: targetValue(0, WEAK),
  },
  labiovelar: {
    ...TONGUE_DOWN,
    jaw: targetValue(0.11, CONSONANT),
    lowerLip: targetValue(0, CONSONANT),
    upperLip: targetValue(0, CONSONANT),
  },
  dental: {
    jaw: targetValue(0.24, CONSONANT),
    tongueTip: targetValue(0.4, CONSONANT),
    tongueOut: targetValue(0.72, CONSONANT),
    lowerLip: targetValue(0.25, CONSONANT),
    upperLip: targetValue(0.12, CONSONANT),
    round: targetValue(0, WEAK),
  },
  alveolar: {
    jaw: targetValue(0.13, MODERATE),
    tongueTip: targetValue(1, CONSONANT),
    tongueOut: targetValue(0, CONSONANT),
  },
  postalveolar: {
    jaw: targetValue(0.12, CONSONANT),
    tongueTip: targetValue(0.6, CONSONANT),
    tongueOut: targetValue(0, CONSONANT),
  },
  retroflex: {
    jaw: targetValue(0.15, MODERATE),
    tongueTip: targetValue(0.9, CONSONANT),
    tongueOut: targetValue(0, CONSONANT),
  },
  palatal: {
    jaw: targetValue(0.13, MODERATE),
    spread: targetValue(0.4, WEAK),
    tongueBack: targetValue(0.7, CONSONANT),
    tongueOut: targetValue(0, CONSONANT),
  },
  velar: { ...TONGUE_DOWN, jaw: targetValue(0.2, WEAK), tongueBack: targetValue(1, CONSONANT) },
  uvular: { ...TONGUE_DOWN, jaw: targetValue(0.24, WEAK), tongueBack: targetValue(0.8, CONSONANT) },
  pharyngeal: { ...TONGUE_DOWN, jaw: targetValue(0.3, WEAK), tongueBack: targetValue(0.4, WEAK) },
  glottal: { jaw: targetValue(0.2, FAINT) },
};

function targetOfManner(sound: Consonant): ArticulatoryTarget {
  if (sound.manner === 'sibilant') return targetOfSibilant(sound);
  if (sound.place === 'bilabial' && sound.manner === 'fricative') {
    return {
      jaw: targetValue(0.07, CONSONANT),
      round: targetValue(0.2, CONSONANT),
      lowerLip: targetValue(0, CONSONANT),
      upperLip: targetValue(0, CONSONANT),
    };
  }
  if (sound.manner === 'lateral' && sound.place !== 'velar') return { jaw: targetValue(0.18, MODERATE) };
  if (sound.manner === 'approximant' && sound.place === 'alveolar') {
    return {
      jaw: targetValue(0.14, CONSONANT),
      tongueTip: targetValue(0.5, CONSONANT),
      funnel: targetValue(0.12, CONSONANT),
    };
  }
  return {};
}

/** The teeth are visible and nearly together. Postalveolar sibilants protrude the lips and jaw; alveolar ones spread the corners. */
function targetOfSibilant(sound: Consonant): ArticulatoryTarget {
  const hush = sound.round;
  return {
    jaw: targetValue(0.07 + 0.03 * hush, TEETH),
    funnel: targetValue(0.45 * hush, CONSONANT * (0.3 + 2 * hush)),
    spread: targetValue(0.45 * (1 - Math.min(1, hush / 0.3)), 0.6 * CONSONANT),
    lowerLip: targetValue(0.28, CONSONANT),
    upperLip: targetValue(0.16, CONSONANT),
    jawForward: targetValue(0.1 + 0.25 * hush, CONSONANT),
  };
}
