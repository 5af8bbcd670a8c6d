import { type SpeechTimeline, timelineSchema } from '@talking-avatar/contract';
import { parse } from 'valibot';
import { expect } from 'vitest';

/**
 * Checks that a timeline matches its schema, that all times are within bounds and phones are in order, and that words cover their phones.
 */
export function expectSound(timeline: SpeechTimeline): void {
  const { duration, words, phones, marks } = parse(timelineSchema, timeline);
  for (const { start, end } of [...words, ...phones, ...marks]) {
    expect(start).toBeLessThanOrEqual(end);
    expect(end).toBeLessThanOrEqual(duration + 1e-9);
  }
  phones.forEach(({ start, word }, i) => {
    expect(start).toBeGreaterThanOrEqual((phones[i - 1]?.end ?? 0) - 1e-9);
    const before = phones.slice(0, i).findLast((phone) => phone.word !== null)?.word ?? 0;
    if (word !== null) expect(word).toBeGreaterThanOrEqual(before);
  });
  words.forEach(({ start, end }, i) => {
    const own = phones.filter(({ word }) => word === i);
    if (own.length > 0) expect([start, end]).toEqual([own[0]!.start, own.at(-1)!.end]);
    expect(start).toBeGreaterThanOrEqual((words[i - 1]?.start ?? 0) - 1e-9);
  });
}
