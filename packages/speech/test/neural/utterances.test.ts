import { expect, it } from 'vitest';
import { divideScript } from '../../src/engines/neural/utterances.ts';

it('divides a word of any length and preserves the order of its sounds', () => {
  const text = 'a'.repeat(5000);
  const style = {};
  const script = { text, items: [{ kind: 'spoken', from: 0, to: text.length, style }], warnings: [] } as never;
  const sounds = [...text].map((written, i) => ({ written, word: 0, beginsWord: i === 0 })) as never;
  const passages = divideScript(script, [{ from: 0, to: text.length }], [{ from: 0, to: text.length }], sounds);
  expect(passages.length).toBeGreaterThan(10);
  expect(Math.max(...passages.map(({ tokens }) => tokens.length))).toBeLessThan(310);
  expect(passages.flatMap(({ tokens }) => tokens.map(({ sound }) => sound))).toEqual([...text].map((_, i) => i));
});
