import type { Audio } from '../speech.ts';

/**
 * Length of a grain, and maximum distance to shift a grain for the best match, in seconds (Verhelst & Roelands 1993: 20–40 ms, one pitch
 * period).
 */
const GRAIN = 0.03;
const SEARCH = 0.0125;

/** Stretches speech by a factor without changing its pitch, using waveform-similarity overlap-add (WSOLA, Verhelst & Roelands 1993). */
export function stretch({ samples, sampleRate }: Audio, factor: number): Audio {
  const grain = Math.round(GRAIN * sampleRate) & ~1;
  const hop = grain / 2;
  const search = Math.round(SEARCH * sampleRate);
  const out = new Float32Array(Math.round(samples.length * factor));
  let expected = 0;
  for (let at = 0; at < out.length; at += hop) {
    const ideal = Math.round(at / factor);
    const from = at === 0 ? 0 : bestMatch(samples, expected, ideal, search, hop);
    for (let i = 0; i < grain && at + i < out.length; i++) {
      const fade = at === 0 && i < hop ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * i) / hop);
      out[at + i]! += fade * (samples[from + i] ?? 0);
    }
    expected = from + hop;
  }
  return { samples: out, sampleRate };
}

/** Finds the position near `ideal` whose samples correlate best with the samples at `expected`. */
function bestMatch(samples: Float32Array, expected: number, ideal: number, search: number, length: number): number {
  let best = ideal;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let from = Math.max(0, ideal - search); from <= ideal + search; from += 2) {
    let sum = 0;
    // Every fourth sample is enough to find the pitch period of a voice.
    for (let i = 0; i < length; i += 4) sum += (samples[from + i] ?? 0) * (samples[expected + i] ?? 0);
    if (sum > greatest) {
      greatest = sum;
      best = from;
    }
  }
  return best;
}
