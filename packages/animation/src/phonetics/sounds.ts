/** A vowel, as a point on the IPA chart. */
export interface Vowel {
  kind: 'vowel';
  /** From 0 (close) to 1 (open). */
  open: number;
  /** From 0 (front) to 1 (back). */
  back: number;
  /** From 0 (spread or neutral) to 1 (rounded). */
  round: number;
}

export type Place =
  | 'bilabial'
  | 'labiodental'
  | 'labiovelar'
  | 'dental'
  | 'alveolar'
  | 'postalveolar'
  | 'retroflex'
  | 'palatal'
  | 'velar'
  | 'uvular'
  | 'pharyngeal'
  | 'glottal';

export type Manner = 'stop' | 'nasal' | 'fricative' | 'sibilant' | 'approximant' | 'lateral' | 'tap' | 'trill' | 'click';

export interface Consonant {
  kind: 'consonant';
  place: Place;
  manner: Manner;
  /** Secondary rounding (ʷ), 0..1. */
  round: number;
  /** Secondary palatalization (ʲ). */
  palatal: boolean;
}

export type SpeechSound = Vowel | Consonant;

/** A speech sound, and its share of the phone duration. The shares in a phone sum to 1. */
export interface WeightedSpeechSound {
  sound: SpeechSound;
  share: number;
}
