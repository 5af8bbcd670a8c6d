import { createHash } from 'node:crypto';
import { S3ServiceException } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { log } from '../../aws/log.ts';
import { getObject, putObject } from '../../aws/objects.ts';
import { timelineSchema } from '../../contract/index.ts';
import type { SpokenResult } from './store-speech.ts';

/** Everything that decides how a text sounds. */
export interface SpokenRequest {
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
export function speechKey(account: string, request: SpokenRequest): string {
  const { engine, version, text, language, sex, voice = null, speaker, speed } = request;
  const canonical = JSON.stringify([account, engine, version, text, language, sex, voice, speaker, speed]);
  return `speech-cache/${hash(account).toString('hex')}/${hash(canonical).toString('hex')}`;
}

/** Speech that was kept; undefined when there is none, or none that is whole. What fails here only costs a synthesis. */
export async function recallSpeech(bucket: string, key: string): Promise<SpokenResult | undefined> {
  try {
    const speech = unpackSpeech(await getObject(bucket, key));
    if (!speech) log.warn('Kept speech is broken and is made anew', { key });
    return speech;
  } catch (error) {
    // The function may not list the bucket: S3 then calls a missing object forbidden.
    const missing = error instanceof S3ServiceException && ['NoSuchKey', 'AccessDenied'].includes(error.name);
    if (!missing) log.warn('Kept speech could not be read and is made anew', error as Error);
    return undefined;
  }
}

/** Keeps speech as one object, so that it is there whole or not at all; two jobs that write it write the same. */
export async function rememberSpeech(bucket: string, key: string, speech: SpokenResult): Promise<void> {
  try {
    await putObject(bucket, key, packSpeech(speech), 'application/octet-stream');
  } catch (error) {
    log.warn('Speech could not be kept', error as Error);
  }
}

const hash = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Bytes of a SHA-256, and of the length that follows it. */
const DIGEST = 32;
const LENGTH = 4;

const headSchema = v.strictObject({ timeline: timelineSchema, warnings: v.array(v.string()) });

/** A SHA-256 of all that follows; the length of the head; the head, JSON; the sound. */
export function packSpeech({ wav, timeline, warnings }: SpokenResult): Uint8Array {
  const head = Buffer.from(JSON.stringify({ timeline, warnings }));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(head.byteLength);
  const content = Buffer.concat([length, head, wav]);
  return Buffer.concat([hash(content), content]);
}

/** @returns undefined when the bytes are not those that were packed */
export function unpackSpeech(bytes: Uint8Array): SpokenResult | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(DIGEST);
  if (content.byteLength < LENGTH || !hash(content).equals(bytes.subarray(0, DIGEST))) return undefined;
  const end = LENGTH + content.readUInt32BE();
  const { success, output } = v.safeParse(headSchema, JSON.parse(content.subarray(LENGTH, end).toString()));
  return success ? { ...output, wav: content.subarray(end) } : undefined;
}
