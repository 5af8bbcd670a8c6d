import { columnNameOf, LIVELINK_CHANNELS, LIVELINK_LEADING_COLUMNS, writeTimecode } from '@talking-avatar/animation';
import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCsvProblems } from '../../layers/canary/result.ts';

const HEADER = [...LIVELINK_LEADING_COLUMNS, ...LIVELINK_CHANNELS.map(columnNameOf)].join(',');
const row = (frame: number) => [writeTimecode(frame), '61', ...LIVELINK_CHANNELS.map(() => '0.1')].join(',');
const file = (frames: number) => `${[HEADER, ...Array.from({ length: frames }, (_, frame) => row(frame))].join('\n')}\n`;

describe("a test job's file", () => {
  it('is valid with the header and 60 complete rows per second', () => {
    assert(
      property(integer({ min: 1, max: 200 }), (frames) => findCsvProblems(file(frames), frames / 60).length === 0),
      {
        numRuns: 20,
      },
    );
  });

  it.each([
    ['is empty', '', /header[\s\S]*0 rows/],
    ['has a different header', file(60).replace('JawOpen', 'JawShut'), /header/],
    ['lacks rows', file(50), /50 rows for 1 s of speech instead of 60/],
    ['has too many rows', file(70), /70 rows/],
    ['has a row with a missing cell', file(60).replace(/,0\.1\n/, '\n'), /1 rows do not have 63 valid values/],
    ['has an empty cell', file(60).replace(/,0\.1\n/, ',\n'), /1 rows/],
    ['has a word instead of a number', file(60).replace(/,0\.1\n/, ',NaN\n'), /1 rows/],
    ['has a row without a timecode', file(60).replace('00:00:00:07.000', 'seven'), /1 rows/],
    ['is an HTML page', '<html><body>Service Unavailable</body></html>', /header/],
  ])('is invalid when it %s', (_, csv, problem) => {
    expect(findCsvProblems(csv, 1).join(' ')).toMatch(problem);
  });

  it('is invalid when the status has no duration', () => {
    expect(findCsvProblems(file(60), Number.NaN)).toHaveLength(1);
  });

  it('is invalid if any row or column is missing', () => {
    assert(
      property(integer({ min: 0, max: LIVELINK_CHANNELS.length + 1 }), integer({ min: 0, max: 60 }), (column, line) => {
        const lines = file(60)
          .trimEnd()
          .split('\n')
          .map((text) => text.split(','));
        lines[line]!.splice(column, 1);
        expect(findCsvProblems(lines.map((cells) => cells.join(',')).join('\n'), 1)).not.toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
