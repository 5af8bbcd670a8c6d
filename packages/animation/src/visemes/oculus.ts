import type { Consonant, SpeechSound, Vowel } from '../phonetics/sounds.ts';

/** Oculus viseme by place and manner, from Meta's Viseme Reference for OVR Lip Sync. Returns undefined for [h] and glottal stops. */
export const oculusVisemeOf = (sound: SpeechSound): string | undefined => (sound.kind === 'vowel' ? ofVowel(sound) : ofConsonant(sound));

function ofVowel({ open, back, round }: Vowel): string {
  if (round >= 0.5) return open < 0.25 ? 'U' : 'O';
  // The vowels in "bird" and "letter".
  if (round >= 0.35) return 'RR';
  if (open >= 0.75 || (open > 0.6 && back > 0.5)) return 'aa';
  return open < 0.25 ? 'I' : 'E';
}

function ofConsonant({ place, manner, round }: Consonant): string | undefined {
  switch (place) {
    case 'bilabial':
      return 'PP';
    case 'labiodental':
      return 'FF';
    case 'labiovelar':
      return 'U';
    case 'glottal':
    case 'pharyngeal':
      return undefined;
    case 'velar':
    case 'uvular':
      return manner === 'nasal' ? 'nn' : manner === 'trill' ? 'RR' : 'kk';
    case 'palatal':
      if (manner === 'approximant') return round > 0.5 ? 'U' : 'I';
      if (manner === 'sibilant') return 'CH';
      return manner === 'nasal' || manner === 'lateral' ? 'nn' : 'kk';
    default:
      return ofTongueTip(place, manner);
  }
}

/** Consonants articulated with the tip of the tongue: dental, alveolar, postalveolar, and retroflex. */
function ofTongueTip(place: Consonant['place'], manner: Consonant['manner']): string {
  switch (manner) {
    case 'sibilant':
      return place === 'alveolar' ? 'SS' : 'CH';
    case 'fricative':
      return 'TH';
    case 'nasal':
    case 'lateral':
      return 'nn';
    case 'approximant':
    case 'trill':
      return 'RR';
    default:
      return 'DD';
  }
}
