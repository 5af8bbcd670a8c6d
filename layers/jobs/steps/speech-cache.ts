import { createHash } from 'node:crypto';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { timelineSchema } from '@talking-avatar/contract';
import * as v from 'valibot';
import { log } from '#aws/log';
import { getObject, putObject } from '#aws/objects';
import type { SpeechStepResult } from './speech.ts';

/** Everything that determines how a text is spoken. */
export interface CachedSpeechRequest {
  /** Name and version of the engine. */
  engine: string;
  version: string;
  text: string;
  language: string;
  sex: string;
  /** The voice that the job requested, if any. */
  voice?: string;
  /** The voice that speaks. */
  speaker: string;
  speed: number;
}

/** Returns the cache key of a request. Each account has its own cache. Entries expire like jobs. */
export function speechCacheKey(account: string, request: CachedSpeechRequest): string {
  const { engine, version, text, language, sex, voice = null, speaker, speed } = request;
  const canonical = JSON.stringify([account, engine, version, text, language, sex, voice, speaker, speed]);
  return `speech-cache/${sha256(account).toString('hex')}/${sha256(canonical).toString('hex')}`;
}

/** Reads cached speech. @returns undefined if it does not exist, is damaged, or cannot be read */
export async function readCachedSpeech(bucket: string, key: string): Promise<SpeechStepResult | undefined> {
  try {
    const speech = decodeCachedSpeech(await getObject(bucket, key));
    if (!speech) log.warn('Cached speech is damaged; synthesizing it again', { key });
    return speech;
  } catch (error) {
    // The function is not allowed to list the bucket, so S3 returns AccessDenied for a missing object.
    const missing = error instanceof S3ServiceException && ['NoSuchKey', 'AccessDenied'].includes(error.name);
    if (!missing) log.warn('Cached speech could not be read; synthesizing it again', error as Error);
    return undefined;
  }
}

/** Caches speech as one object, so that readers never see a partial entry. Failures are only logged. */
export async function cacheSpeech(bucket: string, key: string, speech: SpeechStepResult): Promise<void> {
  try {
    await putObject(bucket, key, encodeCachedSpeech(speech), 'application/octet-stream');
  } catch (error) {
    log.warn('Speech could not be cached', error as Error);
  }
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Sizes of the SHA-256 hash and of the header length, in bytes. */
const DIGEST_BYTES = 32;
const LENGTH_BYTES = 4;

const headerSchema = v.strictObject({ timeline: timelineSchema, warnings: v.array(v.string()) });

/** Encodes speech as a SHA-256 hash of everything after it, the length of the header, the header (JSON), and the WAV file. */
export function encodeCachedSpeech({ wav, timeline, warnings }: SpeechStepResult): Uint8Array {
  const header = Buffer.from(JSON.stringify({ timeline, warnings }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.byteLength);
  const content = Buffer.concat([length, header, wav]);
  return Buffer.concat([sha256(content), content]);
}

/** Decodes speech. @returns undefined for damaged bytes */
export function decodeCachedSpeech(bytes: Uint8Array): SpeechStepResult | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(DIGEST_BYTES);
  if (content.byteLength < LENGTH_BYTES || !sha256(content).equals(bytes.subarray(0, DIGEST_BYTES))) return undefined;
  const end = LENGTH_BYTES + content.readUInt32BE();
  const { success, output } = v.safeParse(headerSchema, JSON.parse(content.subarray(LENGTH_BYTES, end).toString()));
  return success ? { ...output, wav: content.subarray(end) } : undefined;
}
