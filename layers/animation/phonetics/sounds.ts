/**
 * What the solver needs to know of a speech sound. Vowels are points of the IPA chart; consonants are a place and a manner.
 */
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

export type Manner =
  | 'stop'
  | 'nasal'
  | 'fricative'
  | 'sibilant'
  | 'approximant'
  | 'lateral'
  | 'tap'
  | 'trill'
  | 'click';

export interface Consonant {
  kind: 'consonant';
  place: Place;
  manner: Manner;
  /** Secondary rounding (ʷ), 0..1. */
  round: number;
  /** Secondary palatalisation (ʲ). */
  palatal: boolean;
}

export type Sound = Vowel | Consonant;

/** A sound and the share of its phone's time that it takes: the shares of one phone add up to 1. */
export interface TimedSound {
  sound: Sound;
  share: number;
}
