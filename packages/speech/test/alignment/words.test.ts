import type { Language } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { alignRecording } from '../../src/index.ts';
import { shortenedPassage, wholePassage } from '../accuracy/passages.ts';
import { listPassages, recordPassage } from '../accuracy/tempos.ts';
import { cachedEngine as engine } from '../cached-engine.ts';

const findPassage = (language: Language, number: number) =>
  listPassages().find((passage) => passage.language === language && passage.number === number)!;

/** Aligns a recording of the whole passage or the shortened one with the same text or with the other one. */
async function align(language: Language, number: number, { said = wholePassage, written = wholePassage, tempo = 1 }) {
  const passage = findPassage(language, number);
  const recording = await recordPassage(passage, engine, { text: said(passage.passage), tempo });
  const text = written(passage.passage);
  const { timeline, warnings } = await alignRecording({ audio: recording.audio, text, language }, engine);
  return { timeline, warnings, truth: recording.timeline };
}

describe('words in a recording that are missing from its text', () => {
  it.each<[Language, number, string, string]>([
    ['en-US', 1, 'and', 'he'],
    ['es-ES', 1, 'pero', 'la'],
    ['de-DE', 2, 'bis', 'aufkam'],
  ])('are reported in %s, with their time and the adjacent words', async (language, number, before, after) => {
    const { warnings, truth } = await align(language, number, { written: shortenedPassage });
    const pattern = /has speech from ([\d.]+) s to ([\d.]+) s, between "(.*)" and "(.*)", that is not in the text/;
    const [, start, end, ...adjacent] = pattern.exec(warnings.join()) ?? [];
    expect(adjacent).toEqual([before, after]);
    const word = truth.words.findLastIndex(({ text }) => text === after);
    expect(Math.abs(Number(end) - truth.words[word]!.start)).toBeLessThan(0.3);
    expect(Number(end) - Number(start)).toBeGreaterThan(0.3);
    expect((await align(language, number, {})).warnings).toEqual([]);
  });
});

describe('words in a text that are not spoken', () => {
  it('are quoted', async () => {
    const { warnings } = await align('it-IT', 0, { said: shortenedPassage });
    expect(warnings.join()).toMatch(/caffè/);
  });
});

describe('a recording at twice the usual tempo', () => {
  it.each<[Language, number]>([
    ['fr-FR', 0],
    ['de-DE', 2],
  ])('is accepted in %s', async (language, number) => {
    const { timeline, truth, warnings } = await align(language, number, { tempo: 2 });
    expect(warnings).toEqual([]);
    const errors = timeline.words.map(({ start }, word) => Math.abs(start - truth.words[word]!.start));
    expect(errors.toSorted((one, other) => one - other)[errors.length >> 1]).toBeLessThan(0.02);
  });
});
