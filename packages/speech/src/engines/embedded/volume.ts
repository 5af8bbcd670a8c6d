import type { Script } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import type { SpokenPart } from './pauses.ts';

/** Duration of a volume change, in seconds. Long enough to prevent clicks. */
const RAMP = 0.01;

/** Removes the volumes from a script, because `setVolumes` applies them. */
export function withoutVolumes(script: Script): Script {
  const items = script.items.map((item) => {
    if (item.kind !== 'spoken') return item;
    const { volume: _, ...style } = item.style;
    return { ...item, style };
  });
  return { ...script, items };
}

/** Applies `<prosody volume>` exactly, in the same way for every engine. The level changes halfway between two words. */
export function setVolumes({ items }: Script, words: readonly Span[], part: SpokenPart): SpokenPart {
  if (!items.some((item) => item.kind === 'spoken' && item.style.volume !== undefined)) return part;
  const volumes = words.map(({ from }) => {
    const item = items.find((item) => item.kind === 'spoken' && item.from <= from && from < item.to);
    return item?.kind === 'spoken' ? (item.style.volume ?? 1) : 1;
  });
  const { samples, sampleRate } = part;
  const sounds = part.phones.filter(({ word }) => word !== null);
  const steps = sounds.flatMap((phone, i) => {
    const before = sounds[i - 1];
    const [from, to] = [volumes[before?.word ?? phone.word!]!, volumes[phone.word!]!];
    return from === to ? [] : [{ at: Math.round((((before?.end ?? 0) + phone.start) / 2) * sampleRate), from, to }];
  });
  const gains = new Float32Array(samples.length).fill(volumes[sounds[0]?.word ?? 0] ?? 1);
  const half = Math.round((RAMP / 2) * sampleRate);
  for (const { at, from, to } of steps) {
    gains.fill(to, Math.min(samples.length, at + half));
    for (let i = Math.max(0, at - half); i < Math.min(samples.length, at + half); i++) {
      gains[i] = from + ((to - from) * (i - at + half)) / (2 * half);
    }
  }
  return { ...part, samples: samples.map((sample, i) => sample * gains[i]!) };
}
