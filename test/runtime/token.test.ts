import { expect, it } from 'vitest';
import { formatToken, generateToken, hashToken } from '../../layers/runtime/tokens/token.ts';

it('a token has 256 random bits and is stored as a hash', () => {
  const tokens = Array.from({ length: 100 }, generateToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token.slice(formatToken(Buffer.alloc(0)).length), 'base64url')).toHaveLength(32);
  expect(hashToken('avt_a')).toMatch(/^[0-9a-f]{64}$/);
});
