import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../bench/fuzz/parsers/corpus.ts';
import { findFailure, PARSERS } from '../../bench/fuzz/parsers/parsers.ts';

describe.each(Object.keys(PARSERS))('the %s parser', (name) => {
  const parser = PARSERS[name]!;

  it('parses its seeds', async () => {
    const seeds = await parser.seeds();
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds) await parser.parse(seed);
  });

  it.each([...readCorpus(name)])('parses or rejects %s, which once broke it', async (_, input) => {
    expect(await findFailure(parser, input)).toBeUndefined();
  });
});
