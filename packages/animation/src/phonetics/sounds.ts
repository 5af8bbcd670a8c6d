/** A vowel as a point of the IPA chart. */
export interface Vowel {
  kind: 'vowel';
  /** 0 close … 1 open. */
  open: number;
  /** 0 front … 1 back. */
  back: number;
  /** 0 spread or neutral … 1 rounded. */
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

/** A speech sound and its share of its phone's duration; the shares of one phone sum to 1. */
export interface WeightedSpeechSound {
  sound: SpeechSound;
  share: number;
}
