import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { answerJson, type LocalService, readJson, readTarget, ServiceError } from '../gateway/index.ts';

const TARGET = 'TrentService';

/** Largest message of GenerateMac, bytes (KMS API reference). */
const MESSAGE_LIMIT = 4096;
const MAX_BODY_BYTES = 16 * 1024;

const inputSchema = v.object({
  KeyId: v.string(),
  MacAlgorithm: v.literal('HMAC_SHA_256'),
  Message: v.pipe(v.string(), v.base64()),
});

/** A key of the template, of the kind HMAC_256. */
export interface KeyDefinition {
  readonly name: string;
  readonly arn: string;
}

export interface KmsOptions {
  /** Folder of the secret that all keys are made of; created if missing. */
  readonly dir: string;
  readonly keys: readonly KeyDefinition[];
}

/** KMS behind the gate: the operation GenerateMac. The keys survive a restart. */
export function createKmsService({ dir, keys }: KmsOptions): LocalService {
  const secret = openSecret(dir);
  const read = (body: Buffer) => {
    const result = v.safeParse(inputSchema, readJson(body));
    if (!result.success) throw new ServiceError('ValidationException', result.issues[0].message);
    const { KeyId, Message } = result.output;
    const message = Buffer.from(Message, 'base64');
    if (message.length === 0 || message.length > MESSAGE_LIMIT) {
      throw new ServiceError('ValidationException', `Message must have 1 to ${MESSAGE_LIMIT} bytes`);
    }
    const key = keys.find(({ name, arn }) => KeyId === name || KeyId === arn);
    if (!key) throw new ServiceError('NotFoundException', `Key '${KeyId}' does not exist`);
    return { key, message };
  };
  return {
    service: 'kms',
    protocol: 'json',
    body: 'buffered',
    maxBodyBytes: MAX_BODY_BYTES,
    authorize({ headers, body }) {
      const operation = readTarget(headers, TARGET);
      if (operation !== 'GenerateMac') {
        throw new ServiceError('UnknownOperationException', `${operation} is not available locally`);
      }
      return [{ action: 'kms:GenerateMac', resources: [read(body).key.arn] }];
    },
    async handle({ body }) {
      const { key, message } = read(body);
      const own = createHmac('sha256', secret).update(key.arn).digest();
      const Mac = createHmac('sha256', own).update(message).digest('base64');
      return answerJson({ KeyId: key.arn, Mac, MacAlgorithm: 'HMAC_SHA_256' });
    },
  };
}

/** The secret of the data folder, readable by its owner only; made at the first start. */
function openSecret(dir: string): Buffer {
  const file = join(dir, 'secret');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file);
}
