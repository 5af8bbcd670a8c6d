import type { SpeechEngine } from '@talking-avatar/speech';
import { type Clip, measureEnvelope, measurePitch, solve } from '../src/index.ts';

export const VOLUMES = ['x-soft', 'soft', 'medium', 'loud', 'x-loud'] as const;
const TEXT = 'My father found a lamp, and Bob put five apples in a bag. Maybe you remember what he said about them.';
const FPS = 60;
const DEGREES = 180 / Math.PI;

/** How much the face moves at a volume. These are mean peaks, in shape units, or in degrees per second for the head. */
export interface VolumeFigures {
  clip: Clip;
  jaw: number;
  lowerLip: number;
  press: number;
  brows: number;
  head: number;
}

/** Measures how much the jaw, lips, brows, and head move in the same sentences at each SSML volume. */
export async function measureVolumes(engine: SpeechEngine): Promise<Map<string, VolumeFigures>> {
  const figures = new Map<string, VolumeFigures>();
  for (const volume of VOLUMES) {
    const { audio, timeline } = await engine.speak({
      text: `<prosody volume="${volume}">${TEXT}</prosody>`,
      language: 'en-US',
      sex: 'female',
      speed: 1,
    });
    const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
    const emotion = { expression: 'neutral', level: 0 } as const;
    const clip = solve({ timeline, ...voice, emotion, seed: 'volumes', fps: FPS });
    const read = (name: string): Float32Array => clip.channels.get(name)!;
    const peaks = (symbols: RegExp, name: string): number => {
      const phones = timeline.phones.filter(({ symbol }) => symbols.test(symbol));
      return mean(phones.map(({ start, end }) => Math.max(...read(name).slice(Math.ceil(start * FPS), end * FPS + 1))));
    };
    figures.set(volume, {
      clip,
      jaw: peaks(/^[aæɑʌɛɔ]/, 'jawOpen'),
      lowerLip: peaks(/^[aæɑʌɛɔ]/, 'mouthLowerDownLeft'),
      press: peaks(/^[pbm]/, 'mouthPressLeft'),
      brows: mean([...read('browInnerUp')]),
      head: mean([...read('headPitch').slice(1)].map((value, k) => Math.abs(value - read('headPitch')[k]!))) * FPS * DEGREES,
    });
  }
  return figures;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
