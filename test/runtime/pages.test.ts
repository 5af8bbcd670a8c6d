import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeCursor, readPageQuery } from '#runtime';

const cursorOf = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');
const read = (cursor: string) => readPageQuery('acme', { cursor }, { more: {} }).from;

it.each([
  ['an empty time', { id: randomUUID(), created_at: '' }],
  ['a time that is not ISO 8601', { id: randomUUID(), created_at: 'yesterday' }],
  ['a number as its time', { id: randomUUID(), created_at: 1 }],
  ['an ID that is not a UUID', { id: '', created_at: '2026-11-27T20:00:00.000Z' }],
  ['an account', { id: randomUUID(), created_at: '2026-11-27T20:00:00.000Z', account: 'other' }],
])('rejects a cursor with %s', (_, key) => {
  expect(() => read(cursorOf(key))).toThrow('cursor: must be the cursor of an earlier page, unchanged');
});

it('rejects any other text as a cursor', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => Buffer.from(text).toString('base64url')),
      ),
      (text) => {
        expect(() => read(text)).toThrow('cursor: must be');
      },
    ),
  );
});

it('reads its own cursors', () => {
  const key = { id: randomUUID(), created_at: new Date().toISOString() };
  expect(read(encodeCursor(key)!)).toEqual({ ...key, account: 'acme' });
});
