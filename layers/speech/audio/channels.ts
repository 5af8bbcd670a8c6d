const FULL_SCALE = 32_768;

/** A channel with less than this part of the other's power has no voice in it: 20 dB. */
const UNUSED = 0.01;

/** Channels that are so much each other's opposite were recorded with one plug turned round: their sum is silence. */
const OPPOSED = -0.5;

/**
 * Mixes 16-bit samples of one or two interleaved channels to one. A channel without a voice is left out, and of channels that
 * cancel each other only the louder is kept.
 *
 * @returns samples in -1..1
 */
export function mixChannels(pcm: Buffer, channels: number): Float32Array {
  const count = Math.floor(pcm.length / 2 / channels);
  const values = readValues(pcm, count * channels);
  const weights = channels === 2 ? weighChannels(values) : ([1 / channels, 0] as const);
  const samples = new Float32Array(count);
  for (let frame = 0; frame < count; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += weights[channel]! * values[frame * channels + channel]!;
    samples[frame] = sum / FULL_SCALE;
  }
  return samples;
}

/** The samples as numbers, without a copy where they lie on an even address. */
function readValues(pcm: Buffer, length: number): Int16Array {
  const bytes = pcm.byteOffset % 2 === 0 ? pcm : Buffer.from(pcm);
  return new Int16Array(bytes.buffer, bytes.byteOffset, length);
}

/** How much of the left and of the right channel goes into the mix. */
function weighChannels(values: Int16Array): readonly [number, number] {
  let [left, right, both] = [0, 0, 0];
  for (let index = 0; index + 1 < values.length; index += 2) {
    const [one, other] = [values[index]!, values[index + 1]!];
    left += one * one;
    right += other * other;
    both += one * other;
  }
  const louder = left >= right ? ([1, 0] as const) : ([0, 1] as const);
  const isOneSided = Math.min(left, right) < UNUSED * Math.max(left, right);
  const isOpposed = both < OPPOSED * Math.sqrt(left * right);
  return isOneSided || isOpposed ? louder : [0.5, 0.5];
}
