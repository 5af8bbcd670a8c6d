import { createHash, randomBytes } from 'node:crypto';
import { isoTime } from '#aws/clock';

/** Prefix of all tokens, so that secret scanners can find leaked ones. */
const PREFIX = 'avt_';

/** Number of random bytes in a token. */
const SECRET_BYTES = 32;

/** Number of characters of a token to show in listings. */
const HINT_CHARACTERS = 8;

/** A stored token, with a hash instead of the secret. Times are ISO 8601 in UTC. */
export interface TokenRecord {
  /** SHA-256 of the token, hexadecimal. */
  hash: string;
  /** The first characters of the token. */
  hint: string;
  account: string;
  plan: string;
  /** Number of jobs that the token may submit, and number that it has submitted. */
  quota: number;
  used: number;
  created_at: string;
  expires_at: string;
  revoked_at?: string;
}

/** Creates the record for a new token. Times are in ms since 1970. */
export const newTokenRecord = (
  token: string,
  account: string,
  plan: { name: string; quota: number },
  { now, expiresAt }: { now: number; expiresAt: number },
): TokenRecord => ({
  hash: hashToken(token),
  hint: tokenHint(token),
  account,
  plan: plan.name,
  quota: plan.quota,
  used: 0,
  created_at: isoTime(now),
  expires_at: isoTime(expiresAt),
});

/** Formats secret bytes as a token. */
export const formatToken = (secret: Uint8Array): string => `${PREFIX}${Buffer.from(secret).toString('base64url')}`;

/** Generates a random token. */
export const generateToken = (): string => formatToken(randomBytes(SECRET_BYTES));

/** Returns the hash that a token is stored under. A token has 256 random bits, so a fast hash is sufficient. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the first characters of a token, so that people can recognize it. */
export const tokenHint = (token: string): string => token.slice(0, HINT_CHARACTERS);
