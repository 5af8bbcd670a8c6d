const FULL_SCALE = 32_768;
/** A channel is considered unused if its power is below this fraction of the other channel's power: -20 dB. */
const UNUSED_POWER_RATIO = 0.01;
/** Correlation below which two channels count as inverted (one plug was wired in reverse), in which case their sum would be silent. */
const OPPOSED_CORRELATION = -0.5;

/**
 * Mixes one or two interleaved channels of 16-bit samples to mono, in -1..1. Drops an unused channel, and the quieter of two inverted
 * channels.
 */
export function mixChannels(pcm: Buffer, channels: number): Float32Array {
  const count = Math.floor(pcm.length / 2 / channels);
  const values = toInt16(pcm, count * channels);
  const weights = channels === 2 ? computeChannelWeights(values) : ([1 / channels, 0] as const);
  const samples = new Float32Array(count);
  for (let frame = 0; frame < count; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += weights[channel]! * values[frame * channels + channel]!;
    samples[frame] = sum / FULL_SCALE;
  }
  return samples;
}

/** Returns a view of the bytes as 16-bit samples. Copies them only if their address is odd. */
function toInt16(pcm: Buffer, length: number): Int16Array {
  const bytes = pcm.byteOffset % 2 === 0 ? pcm : Buffer.from(pcm);
  return new Int16Array(bytes.buffer, bytes.byteOffset, length);
}

function computeChannelWeights(values: Int16Array): readonly [number, number] {
  let [left, right, both] = [0, 0, 0];
  for (let index = 0; index + 1 < values.length; index += 2) {
    const [one, other] = [values[index]!, values[index + 1]!];
    left += one * one;
    right += other * other;
    both += one * other;
  }
  const louder = left >= right ? ([1, 0] as const) : ([0, 1] as const);
  const isOneSided = Math.min(left, right) < UNUSED_POWER_RATIO * Math.max(left, right);
  const isOpposed = both < OPPOSED_CORRELATION * Math.sqrt(left * right);
  return isOneSided || isOpposed ? louder : [0.5, 0.5];
}
