import type { VisemeSetName } from '@talking-avatar/contract';
import { findViseme as findPollyViseme } from '@talking-avatar/speech/visemes';
import { readSymbol } from '../phonetics/index.ts';
import type { Manner, SpeechSound } from '../phonetics/sounds.ts';
import { oculusVisemeOf } from './oculus.ts';

/** Name or number of a mouth shape. */
type Viseme = string | number;

/** A mouth shape in a phone, and its share of the phone duration. Undefined if it looks like the neighboring sound. */
export interface PhoneViseme {
  value: Viseme | undefined;
  share: number;
}

export interface VisemeSet {
  silence: Viseme;
  /** Returns the mouth shapes of a phone in order, with shares that sum to 1; empty for silence. @param symbol IPA symbol */
  ofPhone(symbol: string): readonly PhoneViseme[];
}

/** Creates a set with one shape per speech sound in a phone. A diphthong has two. */
const bySound = (silence: Viseme, of: (sound: SpeechSound) => Viseme | undefined): VisemeSet => ({
  silence,
  ofPhone: (symbol) =>
    readSymbol(symbol).map(({ sound, share }, i, sounds) => {
      const next = sounds[i + 1]?.sound;
      // The stop in an affricate looks like the sibilant that follows.
      const shown = isConsonant(sound, 'stop') && next && isConsonant(next, 'sibilant') ? next : sound;
      return { value: of(shown), share };
    }),
});

const isConsonant = (sound: SpeechSound, manner: Manner): boolean => sound.kind === 'consonant' && sound.manner === manner;

/** Creates a set with one shape per phone, based on its symbol. */
const bySymbol = (silence: Viseme, of: (symbol: string) => Viseme | undefined): VisemeSet => ({
  silence,
  ofPhone: (symbol) => (readSymbol(symbol).length === 0 ? [] : [{ value: of(symbol), share: 1 }]),
});

/** Azure viseme IDs by symbol prefix, longest first (from "Map phonemes to visemes" in the Azure Speech docs). */
const AZURE: readonly (readonly [id: number, symbols: string])[] = [
  [9, 'aʊ'],
  [10, 'ɔɪ ɔʏ'],
  [11, 'aɪ'],
  [1, 'æ ə ʌ ɐ'],
  [2, 'ɑ a'],
  [3, 'ɔ ɒ'],
  [4, 'ɛ e ʊ œ'],
  [5, 'ɝ ɚ ɜ'],
  [6, 'i ɪ j ɨ ɯ'],
  [7, 'u w y ʉ ʏ ɥ'],
  [8, 'o ø'],
  [12, 'h ɦ'],
  [14, 'l ɫ ɭ ʎ'],
  [17, 'ð'],
  [19, 'θ'],
];

/** Azure viseme IDs of all other sounds, by Oculus viseme. */
const AZURE_OF_OCULUS: Readonly<Record<string, number>> = {
  PP: 21,
  FF: 18,
  TH: 17,
  DD: 19,
  kk: 20,
  CH: 16,
  SS: 15,
  nn: 19,
  RR: 13,
  aa: 2,
  E: 4,
  I: 6,
  O: 3,
  U: 7,
};

const azureVisemeOf = (symbol: string): number | undefined => {
  const known = AZURE.find(([, symbols]) => symbols.split(' ').some((start) => symbol.startsWith(start)));
  if (known) return known[0];
  const [first] = readSymbol(symbol);
  return /^[ŋɴ]/.test(symbol) ? AZURE_OF_OCULUS.kk : AZURE_OF_OCULUS[(first && oculusVisemeOf(first.sound)) ?? ''];
};

/** Rhubarb shapes for consonants, by Oculus viseme. The rest have the teeth together. */
const RHUBARB_OF_OCULUS: Readonly<Record<string, string>> = { PP: 'A', FF: 'G', U: 'F', I: 'B' };

/**
 * Returns the Rhubarb shape for a sound: A closed, B teeth together (most consonants, and the vowel of "bee"), C open (bed), D wide open
 * (father), E slightly rounded (off, bird), F puckered (you, show, way), G teeth on lip, H tongue raised (l).
 */
function rhubarbShapeOf(sound: SpeechSound): string | undefined {
  if (sound.kind === 'vowel') {
    const { open, round } = sound;
    if (round >= 0.5) return open <= 0.33 ? 'F' : 'E';
    if (round >= 0.35) return 'E';
    return open >= 0.95 ? 'D' : open >= 0.3 ? 'C' : 'B';
  }
  if (sound.manner === 'lateral') return 'H';
  const viseme = oculusVisemeOf(sound);
  return viseme && (RHUBARB_OF_OCULUS[viseme] ?? 'B');
}

/** Preston Blair mouths by Rhubarb shape, named as in Rhubarb's export. */
const PRESTON_BLAIR: Readonly<Record<string, string>> = {
  A: 'MBP',
  B: 'etc',
  C: 'E',
  D: 'AI',
  E: 'O',
  F: 'U',
  G: 'FV',
  H: 'L',
};

/** Preston Blair has a separate mouth for w, as in "we". */
function prestonBlairMouthOf(sound: SpeechSound): string | undefined {
  if (sound.kind === 'consonant' && sound.place === 'labiovelar') return 'WQ';
  return PRESTON_BLAIR[rhubarbShapeOf(sound) ?? ''];
}

export const SETS: Readonly<Record<VisemeSetName, VisemeSet>> = {
  oculus: bySound('sil', oculusVisemeOf),
  azure: bySymbol(0, azureVisemeOf),
  polly: bySymbol('sil', findPollyViseme),
  rhubarb: bySound('X', rhubarbShapeOf),
  preston_blair: bySound('rest', prestonBlairMouthOf),
};
