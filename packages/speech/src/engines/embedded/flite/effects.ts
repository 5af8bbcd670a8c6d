import type { RawPhone, RawSpeech } from '../synthesizer.ts';

/** Amplitude that compressed peaks approach. */
const CEILING = 0.95;

/** Changes the volume and compresses peaks to keep them below full scale. */
export const amplify = (raw: RawSpeech, factor: number): RawSpeech => ({
  ...raw,
  samples: raw.samples.map((sample) => compressPeak(sample * factor)),
});

const compressPeak = (sample: number): number =>
  Math.abs(sample) <= 0.8 ? sample : Math.sign(sample) * (0.8 + (CEILING - 0.8) * Math.tanh((Math.abs(sample) - 0.8) / (CEILING - 0.8)));

/** Trims or extends the silence before the first phone to `lead` and after the last phone to `rest`, in seconds. */
export function trimSilence({ samples, sampleRate, phones }: RawSpeech, lead: number, rest: number): RawSpeech {
  const sounds = phones.filter(({ symbol }) => symbol !== '');
  const first = sounds[0]?.start ?? 0;
  const last = sounds.at(-1)?.end ?? 0;
  const from = Math.max(0, Math.round((first - lead) * sampleRate));
  const kept = samples.subarray(from, Math.min(samples.length, Math.round((last + rest) * sampleRate)));
  const padded = new Float32Array(Math.max(kept.length, Math.round((last + rest) * sampleRate) - from));
  padded.set(kept);
  const offset = from / sampleRate;
  const moved = sounds.length === 0 ? [] : phones.slice(phones.indexOf(sounds[0]!), phones.indexOf(sounds.at(-1)!) + 1);
  return {
    samples: padded,
    sampleRate,
    phones: moved.map((phone) => ({ ...phone, start: phone.start - offset, end: phone.end - offset })),
  };
}

/** Raises the pitch of speech that was synthesized slower, by playing it faster by the same factor. */
export function shiftPitch({ samples, sampleRate, phones }: RawSpeech, factor: number): RawSpeech {
  const length = Math.floor(samples.length / factor);
  const shifted = Float32Array.from({ length }, (_, i) => {
    const at = i * factor;
    const floor = Math.floor(at);
    const before = samples[floor] ?? 0;
    return before + (at - floor) * ((samples[floor + 1] ?? before) - before);
  });
  return {
    samples: shifted,
    sampleRate,
    phones: phones.map((phone) => ({ ...phone, start: phone.start / factor, end: phone.end / factor })),
  };
}

/** Joins pieces of speech. The silence between them becomes pauses in the timeline. */
export function joinSpeech(parts: readonly RawSpeech[]): RawSpeech {
  const sampleRate = parts[0]?.sampleRate ?? 16_000;
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.samples.length, 0));
  const phones: RawPhone[] = [];
  const rest = (until: number) => {
    const start = phones.at(-1)?.end ?? 0;
    if (until > start) phones.push({ symbol: '', start, end: until, position: phones.at(-1)?.position ?? 0 });
  };
  let at = 0;
  for (const part of parts) {
    samples.set(part.samples, at);
    const time = at / sampleRate;
    if (part.phones[0]) rest(time + part.phones[0].start);
    for (const phone of part.phones) phones.push({ ...phone, start: phone.start + time, end: phone.end + time });
    at += part.samples.length;
  }
  rest(at / sampleRate);
  return { samples, sampleRate, phones };
}
