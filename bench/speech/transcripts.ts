import type { Language } from '@talking-avatar/contract';
import { type Audio, decodeWav } from '@talking-avatar/speech';
import type { TrueSpeech } from '@talking-avatar/speech/testing';
import { addNoise, addSound, speakWithFlite } from '@talking-avatar/speech/testing';

/** Expected verdict on a recording: accepted, accepted with a warning, or rejected. */
export type Verdict = 'taken' | 'warned' | 'refused';

/** A recording with a matching or different transcript. */
export interface Pairing {
  kind: string;
  audio: Audio;
  text: string;
  language: Language;
}

/** Kinds of pairs and their expected verdicts. A few words are not enough evidence to decide, so both verdicts are allowed for them. */
export const KINDS: Readonly<Record<string, Verdict | 'warned or refused'>> = {
  'right, clean': 'taken',
  'right, a person': 'taken',
  'right, noise at 10 dB': 'taken',
  'right, music at 10 dB': 'taken',
  'three words, right': 'taken',
  'half wrong': 'warned',
  'sentence missing in the text': 'warned',
  'sentence too much in the text': 'warned',
  'three words, wrong': 'warned or refused',
  'another sentence': 'refused',
  'another sentence, a person': 'refused',
  'three other sentences': 'refused',
  'another language': 'refused',
  music: 'refused',
  noise: 'refused',
  'faint hiss': 'refused',
};

/** Ratio of speech to noise or music, in dB. */
const RATIO = 10;

/** Pause between sentences that are joined, in s. */
const GAP = 0.35;

/** For each language, a sentence in a different language. */
const FOREIGN: Partial<Record<Language, { text: string; language: Language }>> = {
  'en-US': {
    text: 'Il mio gatto dorme sempre sotto il tavolo della cucina, vicino alla finestra.',
    language: 'it-IT',
  },
  'it-IT': { text: 'Nobody believed the sleepy child who had seen a purple bear.', language: 'en-US' },
  'ru-RU': { text: 'The train to Birmingham leaves at noon from platform number five.', language: 'en-US' },
};

/** Minimum number of sentences per voice. With fewer, the fifth sentence would be the first one again. */
const MIN_SENTENCES = 5;

/**
 * Pairs recordings with right, wrong, and partly wrong transcripts.
 *
 * @param speeches at least four sentences per voice, in order
 * @param most number of sentences to pair per voice; the rest only provide wrong words
 */
export function pairTranscripts(speeches: readonly TrueSpeech[], most: number): Pairing[] {
  const voices = Map.groupBy(speeches, ({ voice }) => voice);
  return [...voices.values()].flatMap((own) => own.slice(0, most).flatMap((_, index) => pairSentence(own, index)));
}

/** Pairs each recording of a person with its own text, and with the text of the next recording. */
export function pairPerson(speeches: readonly TrueSpeech[]): Pairing[] {
  return speeches.flatMap(({ wav, text, language }, index) => {
    const audio = decodeWav(wav);
    const other = speeches[(index + 1) % speeches.length]!.text;
    return [
      { kind: 'right, a person', audio, text, language },
      { kind: 'another sentence, a person', audio, text: other, language },
    ];
  });
}

/** Pairs a sentence, using the next three sentences by the same voice. */
function pairSentence(own: readonly TrueSpeech[], index: number): Pairing[] {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((step) => own[(index + step) % own.length]!);
  const { language } = first!;
  const join = (...parts: (TrueSpeech | undefined)[]) => parts.map((part) => part!.text).join(' ');
  const one = decodeWav(first!.wav);
  const three = joinSounds([first!, second!, third!]);
  const { length } = one.samples;
  const music = playMusic(length, one.sampleRate);
  const pair = (kind: string, audio: Audio, text: string): Pairing => ({ kind, audio, text, language });
  return [
    pair('right, clean', one, first!.text),
    pair('right, noise at 10 dB', addNoise(one, RATIO), first!.text),
    pair('right, music at 10 dB', addSound(one, music, RATIO), first!.text),
    pair('another sentence', one, second!.text),
    { kind: 'another language', audio: one, ...FOREIGN[language]! },
    ...(index % 2 === 0
      ? [
          pair('half wrong', joinSounds([first!, second!]), join(first, third)),
          pair('sentence missing in the text', three, join(first, third)),
          pair('sentence too much in the text', three, join(first, second, fourth, third)),
          pair('music', music, first!.text),
          pair('noise', hiss(length, one.sampleRate, 0.1), first!.text),
          pair('faint hiss', hiss(length, one.sampleRate, 0.002), first!.text),
        ]
      : []),
    ...(index % 2 === 0 && own.length >= MIN_SENTENCES
      ? [pair('three other sentences', joinSounds([first!, second!]), join(third, fourth, own[(index + 4) % own.length]))]
      : []),
  ];
}

function joinSounds(speeches: readonly TrueSpeech[]): Audio {
  const sounds = speeches.map(({ wav }) => decodeWav(wav));
  const { sampleRate } = sounds[0]!;
  const gap = Math.round(GAP * sampleRate);
  const samples = new Float32Array(sounds.reduce((sum, sound) => sum + sound.samples.length + gap, 0));
  let place = 0;
  for (const sound of sounds) {
    samples.set(sound.samples, place);
    place += sound.samples.length + gap;
  }
  return { samples, sampleRate };
}

const hiss = (length: number, sampleRate: number, level: number): Audio =>
  addNoise({ samples: new Float32Array(length).fill(level / 1000), sampleRate }, -60);

/** Four chords, in semitones above A3, and the number of chords per second. */
const CHORDS = [
  [0, 4, 7],
  [-4, 0, 5],
  [-2, 2, 5],
  [-5, -1, 2],
];
const CHORDS_A_SECOND = 2;

/** Synthesizes chords with overtones, over and over. */
function playMusic(length: number, sampleRate: number): Audio {
  const samples = Float32Array.from({ length }, (_, index) => {
    const time = index / sampleRate;
    const beat = Math.floor(time * CHORDS_A_SECOND);
    const since = time - beat / CHORDS_A_SECOND;
    let sum = 0;
    for (const tone of CHORDS[beat % CHORDS.length]!) {
      const hertz = 220 * 2 ** (tone / 12);
      for (let overtone = 1; overtone <= 5; overtone++) {
        sum += (0.08 / overtone) * Math.exp(-3 * overtone * since) * Math.sin(2 * Math.PI * hertz * overtone * time);
      }
    }
    return sum;
  });
  return { samples, sampleRate };
}

/** Pairs the first three words of each English sentence with their own text, and with the text of the next sentence. */
export async function pairWords(voices: readonly string[], texts: readonly string[]): Promise<Pairing[]> {
  const starts = texts.map((text) => text.split(' ').slice(0, 3).join(' '));
  const pairings: Pairing[] = [];
  for (const voice of voices) {
    for (const [index, text] of starts.entries()) {
      const audio = decodeWav((await speakWithFlite(voice, text, index)).wav);
      const pair = (kind: string, words: string): Pairing => ({ kind, audio, text: words, language: 'en-US' });
      pairings.push(pair('three words, right', text));
      pairings.push(pair('three words, wrong', starts[(index + 1) % starts.length]!));
    }
  }
  return pairings;
}
