import type { Audio } from '../../src/index.ts';

/** Adds white noise to a sound, `ratio` dB below its mean power; the same noise each time. */
export function addNoise({ samples, sampleRate }: Audio, ratio: number): Audio {
  const deviation = Math.sqrt(measurePower(samples) / 10 ** (ratio / 10));
  const random = makeRandom(1);
  const gauss = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  return { samples: samples.map((sample) => sample + deviation * gauss()), sampleRate };
}

/** Adds another sound of the same rate and at least the same length, its mean power `ratio` dB below. */
export function addSound({ samples, sampleRate }: Audio, other: Audio, ratio: number): Audio {
  const factor = Math.sqrt(measurePower(samples) / measurePower(other.samples) / 10 ** (ratio / 10));
  return { samples: samples.map((sample, index) => sample + factor * other.samples[index]!), sampleRate };
}

const measurePower = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

/** Numbers in 0..1, neither included, that repeat for the same seed (Park and Miller's generator). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
