import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../src/index.ts';

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

describe('JSON from outside', () => {
  it('is parsed like any JSON', () => {
    const text = fc.json({ maxDepth: 60 }).filter((json) => !/__proto__|prototype|constructor/.test(json));
    fc.assert(fc.property(text, (json) => void expect(parseJsonText(json)).toEqual(JSON.parse(json))));
  });

  it.each([
    ['65 arrays', nested(65)],
    ['5,000 objects', `{"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
    ['500,000 arrays', nested(500_000)],
  ])('is rejected if it nests %s', (_, text) => expect(() => parseJsonText(text)).toThrow('must be nested at most 64 levels deep'));

  it('may be nested 64 levels deep', () => expect(parseJsonText(nested(64))).toHaveLength(1));

  it.each([
    ['{"__proto__": {"admin": true}}', '__proto__'],
    ['{"metadata": {"constructor": "x"}}', 'constructor'],
    [String.raw`[{"prot\u006ftype": 1}]`, 'prototype'],
  ])('is rejected if it has a reserved name: %s', (text, name) => {
    expect(() => parseJsonText(text)).toThrow(`must not contain the reserved name "${name}"`);
  });

  it('keeps names that objects would otherwise inherit', () => expect(parseJsonText('{"toString": "x"}')).toEqual({ toString: 'x' }));
});
