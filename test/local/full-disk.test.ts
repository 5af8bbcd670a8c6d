import { expect, it } from 'vitest';
import { isDiskFull, reportFullDisk } from '../../bin/local/full-disk.ts';

it.each([
  ['Node.js', Object.assign(new Error('write'), { code: 'ENOSPC' }), true],
  ['LevelDB', new Error('Database is not open', { cause: new Error('IO error: 000003.log: No space left on device') }), true],
  ['SQLite', new Error('database or disk is full'), true],
  ['a missing permission', Object.assign(new Error('open'), { code: 'EACCES' }), false],
  ['a value that is not an error', 'ENOSPC', false],
])('recognizes a full disk in an error of %s', (_, error, expected) => expect(isDiskFull(error)).toBe(expected));

it('reports a full disk once a minute', () => {
  let time = 0;
  const lines: string[] = [];
  const report = reportFullDisk(
    'out/data',
    (line) => void lines.push(line),
    () => time,
  );
  const error = new Error('database or disk is full');
  for (time of [0, 1, 59_999]) report(error);
  report(new Error('other'));
  expect(lines).toEqual(['The disk with out/data is full, so jobs cannot be stored. Free some space; the service then continues.']);
  time = 60_000;
  report(error);
  expect(lines).toHaveLength(2);
});
