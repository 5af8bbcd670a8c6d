import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Marks our tokens, so that scanners of leaked secrets can find them. */
const PREFIX = 'avt_';

/** Bytes of randomness in a token. */
const SECRET_BYTES = 32;

/** Characters of a token that a listing shows, to tell tokens apart. */
const HINT_CHARACTERS = 8;

/** A token as the service keeps it: never the secret, only its hash. Instants are ISO 8601 in UTC. */
export interface TokenRecord {
  /** SHA-256 of the token, hexadecimal. */
  hash: string;
  /** The first characters of the token. */
  hint: string;
  account: string;
  plan: string;
  /** Jobs that it may submit, and has submitted. */
  quota: number;
  used: number;
  created_at: string;
  expires_at: string;
  revoked_at?: string;
}

/** The token of a secret that nobody can guess. */
export const formatToken = (secret: Uint8Array): string => `${PREFIX}${Buffer.from(secret).toString('base64url')}`;

/** Makes a new secret. */
export const generateToken = (): string => formatToken(randomBytes(SECRET_BYTES));

/** What a token is stored and found by. The secret has 256 random bits, so a fast hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const tokenHint = (token: string): string => token.slice(0, HINT_CHARACTERS);

/** Compares two hashes in constant time. */
export function equalHashes(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
