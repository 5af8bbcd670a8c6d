import { afterEach, expect, it, vi } from 'vitest';
import { log } from '#aws/log';

afterEach(() => void vi.restoreAllMocks());

/** Logs values and returns the line that was printed. */
function lineOf(fields: Record<string, unknown> | Error): string {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  log.error('A message', fields as Error);
  return lines.join('');
}

it.each([
  ['a long value', { reason: 'x'.repeat(900_000) }],
  ['many values', Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, 'x'.repeat(1_000)]))],
  ['a long name', { [`n${'x'.repeat(900_000)}`]: 1 }],
  ['an error that quotes a body', new Error('x'.repeat(900_000), { cause: new Error('y'.repeat(900_000)) })],
])('bounds a line with %s', (_, fields) => {
  const line = lineOf(fields);
  expect(line).toContain('A message');
  expect(line.length).toBeLessThan(20_000);
  expect(JSON.parse(line)).toMatchObject({ level: 'ERROR' });
});

it('leaves ordinary values unchanged', () =>
  expect(JSON.parse(lineOf({ job: 'a', status: 200 }))).toMatchObject({ job: 'a', status: 200 }));
