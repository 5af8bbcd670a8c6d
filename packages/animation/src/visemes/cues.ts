import type { SpeechTimeline, VisemeSetName } from '@talking-avatar/contract';
import { type PhoneViseme, SETS } from './sets.ts';

/** A mouth shape, and when it is shown, in s. */
export interface MouthCue {
  start: number;
  end: number;
  value: string | number;
}

/** Returns mouth shapes from 0 to the end, without gaps or repeats. Times are rounded to `decimals`; zero-length shapes are omitted. */
export function mouthCues({ phones, duration }: SpeechTimeline, set: VisemeSetName, decimals: number): MouthCue[] {
  const { silence, ofPhone } = SETS[set];
  const cues: { start: number; value: PhoneViseme['value'] }[] = [{ start: 0, value: silence }];
  let end = 0;
  for (const phone of phones) {
    if (phone.start > end) cues.push({ start: end, value: silence });
    const parts = ofPhone(phone.symbol);
    if (parts.length === 0) cues.push({ start: phone.start, value: silence });
    let start = phone.start;
    for (const { value, share } of parts) {
      cues.push({ start, value });
      start += share * (phone.end - phone.start);
    }
    ({ end } = phone);
  }
  if (end < duration) cues.push({ start: end, value: silence });
  fillFromNeighbors(cues, silence);
  const round = (seconds: number): number => Number(seconds.toFixed(decimals));
  const kept: MouthCue[] = [];
  for (const [i, { start, value }] of cues.entries()) {
    const cue = { start: round(start), end: round(cues[i + 1]?.start ?? duration), value: value! };
    if (cue.end <= cue.start) continue;
    const last = kept.at(-1);
    if (last?.value === cue.value) last.end = cue.end;
    else kept.push(cue);
  }
  return kept;
}

/** Replaces undefined shapes with the next shape or, before silence, with the previous one. */
function fillFromNeighbors(cues: { value: PhoneViseme['value'] }[], silence: PhoneViseme['value']): void {
  for (let i = cues.length - 1; i >= 0; i--) {
    const cue = cues[i]!;
    const next = cues[i + 1]?.value;
    if (cue.value === undefined && next !== silence) cue.value = next;
  }
  for (const [i, cue] of cues.entries()) cue.value ??= cues[i - 1]?.value ?? silence;
}
