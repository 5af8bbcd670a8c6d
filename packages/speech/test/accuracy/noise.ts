import type { Audio } from '../../src/index.ts';

/** Adds white noise that is `ratio` dB below the mean power of the audio. The noise is the same in every run. */
export function addNoise({ samples, sampleRate }: Audio, ratio: number): Audio {
  const deviation = Math.sqrt(measurePower(samples) / 10 ** (ratio / 10));
  const random = makeRandom(1);
  const gauss = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  return { samples: samples.map((sample) => sample + deviation * gauss()), sampleRate };
}

/** Adds other audio, so that its mean power is `ratio` dB lower. It must have the same sample rate and be at least as long. */
export function addSound({ samples, sampleRate }: Audio, other: Audio, ratio: number): Audio {
  const factor = Math.sqrt(measurePower(samples) / measurePower(other.samples) / 10 ** (ratio / 10));
  return { samples: samples.map((sample, index) => sample + factor * other.samples[index]!), sampleRate };
}

const measurePower = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

/** Creates a generator of pseudorandom numbers between 0 and 1, both exclusive (Park and Miller). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
