import { createHash } from 'node:crypto';
import { S3ServiceException } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { log } from '../../aws/log.ts';
import { getObject, putObject } from '../../aws/objects.ts';
import { timelineSchema } from '../../contract/index.ts';
import type { SpeechStepResult } from './store-speech.ts';

/** Everything that decides how a text sounds. */
export interface CachedSpeechRequest {
  /** The engine of the deployment, and what tells its voices and its code from those of another day. */
  engine: string;
  version: string;
  text: string;
  language: string;
  sex: string;
  /** The client's choice of voice, if it made one. */
  voice?: string;
  /** The voice that speaks: an actor has one of its own. */
  speaker: string;
  speed: number;
}

/**
 * Where the speech of a request is kept for an account: nobody is given what another account paid for. The bucket forgets it
 * after as many days as it keeps a job.
 */
export function speechCacheKey(account: string, request: CachedSpeechRequest): string {
  const { engine, version, text, language, sex, voice = null, speaker, speed } = request;
  const canonical = JSON.stringify([account, engine, version, text, language, sex, voice, speaker, speed]);
  return `speech-cache/${sha256(account).toString('hex')}/${sha256(canonical).toString('hex')}`;
}

/** Reads cached speech; undefined when there is none, or when it cannot be read or is damaged. */
export async function readCachedSpeech(bucket: string, key: string): Promise<SpeechStepResult | undefined> {
  try {
    const speech = decodeCachedSpeech(await getObject(bucket, key));
    if (!speech) log.warn('Kept speech is broken and is made anew', { key });
    return speech;
  } catch (error) {
    // The function may not list the bucket: S3 then calls a missing object forbidden.
    const missing = error instanceof S3ServiceException && ['NoSuchKey', 'AccessDenied'].includes(error.name);
    if (!missing) log.warn('Kept speech could not be read and is made anew', error as Error);
    return undefined;
  }
}

/** Caches speech as one object, so that a reader never sees part of it. Concurrent writers write the same bytes. */
export async function cacheSpeech(bucket: string, key: string, speech: SpeechStepResult): Promise<void> {
  try {
    await putObject(bucket, key, encodeCachedSpeech(speech), 'application/octet-stream');
  } catch (error) {
    log.warn('Speech could not be kept', error as Error);
  }
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Bytes of a SHA-256, and of the length that follows it. */
const DIGEST_BYTES = 32;
const LENGTH_BYTES = 4;

const headerSchema = v.strictObject({ timeline: timelineSchema, warnings: v.array(v.string()) });

/** A SHA-256 of all that follows; the length of the head; the head, JSON; the sound. */
export function encodeCachedSpeech({ wav, timeline, warnings }: SpeechStepResult): Uint8Array {
  const head = Buffer.from(JSON.stringify({ timeline, warnings }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.byteLength);
  const content = Buffer.concat([length, head, wav]);
  return Buffer.concat([sha256(content), content]);
}

/** @returns undefined when the bytes are not those that were packed */
export function decodeCachedSpeech(bytes: Uint8Array): SpeechStepResult | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(DIGEST_BYTES);
  if (content.byteLength < LENGTH_BYTES || !sha256(content).equals(bytes.subarray(0, DIGEST_BYTES))) return undefined;
  const end = LENGTH_BYTES + content.readUInt32BE();
  const { success, output } = v.safeParse(headerSchema, JSON.parse(content.subarray(LENGTH_BYTES, end).toString()));
  return success ? { ...output, wav: content.subarray(end) } : undefined;
}
