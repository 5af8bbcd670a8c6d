import { beforeAll, describe, expect, it } from 'vitest';
import { hasRecordings, RECORDINGS } from './recordings.ts';
import { replayAll } from './replay.ts';
import { newDifferences, type Result } from './report.ts';

const present = hasRecordings();

describe.skipIf(!present)('the emulator, compared with recordings of AWS', () => {
  let results: Result[];
  beforeAll(async () => {
    results = await replayAll();
  });

  it('replays at least 300 scenarios', () => {
    expect(results.filter(({ refused }) => refused === undefined).length).toBeGreaterThanOrEqual(300);
  });

  it('differs only where conformance/accepted.ts gives a reason', () => {
    expect(results.flatMap((result) => newDifferences(result).map((difference) => ({ scenario: result.scenario, ...difference })))).toEqual(
      [],
    );
  });
});

if (!present)
  console.log(`Without recordings in ${RECORDINGS}, the emulator is not compared with AWS; other tests state what they taught.`);
