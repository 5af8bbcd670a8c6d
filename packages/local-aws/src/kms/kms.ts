import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { DamagedFolderError } from '../damage.ts';
import { createJsonService, type LocalService, ServiceError } from '../gateway/index.ts';

/** Maximum GenerateMac message size, in bytes (KMS API reference). */
const MESSAGE_LIMIT = 4096;

const inputSchema = v.object({
  KeyId: v.string(),
  MacAlgorithm: v.string(),
  Message: v.pipe(
    v.string(),
    v.base64(),
    v.transform((text) => Buffer.from(text, 'base64')),
    v.check(({ length }) => length >= 1 && length <= MESSAGE_LIMIT, `Message must have 1 to ${MESSAGE_LIMIT} bytes`),
  ),
});

/** An HMAC_256 key in the template. */
export interface KeyDefinition {
  readonly name: string;
  readonly arn: string;
}

export interface KmsOptions {
  /** Folder with the secret that all keys are derived from; created if missing. */
  readonly dir: string;
  readonly keys: readonly KeyDefinition[];
}

/** A key ID, or an ARN that ends in one. The ID may belong to a multi-Region key. */
const UUID = /(^|:key\/)(mrk-[\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

const ALGORITHMS = ['HMAC_SHA_384', 'HMAC_SHA_256', 'HMAC_SHA_224', 'HMAC_SHA_512'];

function checkAlgorithm(algorithm: string): void {
  if (algorithm === 'HMAC_SHA_256') return;
  if (ALGORITHMS.includes(algorithm)) {
    throw new ServiceError('InvalidKeyUsageException', `Algorithm ${algorithm} is incompatible with key spec HMAC_256.`);
  }
  const constraint = `failed to satisfy constraint: Member must satisfy enum value set: [${ALGORITHMS.join(', ')}]`;
  throw new ServiceError('ValidationException', `1 validation error detected: Value '${algorithm}' at 'macAlgorithm' ${constraint}`);
}

/** KMS's GenerateMac operation. Keys survive a restart. */
export function createKmsService({ dir, keys }: KmsOptions): LocalService {
  const secret = openSecret(dir);
  const findKey = (id: string): KeyDefinition => {
    const key = keys.find(({ name, arn }) => id === name || id === arn);
    if (key) return key;
    throw new ServiceError('NotFoundException', UUID.test(id) ? `Key '${id}' does not exist` : `Invalid keyId '${id}'`);
  };
  return createJsonService({
    service: 'kms',
    target: 'TrentService',
    operation: 'GenerateMac',
    input: inputSchema,
    invalid: 'ValidationException',
    resource: ({ KeyId }) => findKey(KeyId).arn,
    answer({ KeyId, Message, MacAlgorithm }) {
      checkAlgorithm(MacAlgorithm);
      const { arn } = findKey(KeyId);
      const own = createHmac('sha256', secret).update(arn).digest();
      return {
        KeyId: arn,
        Mac: createHmac('sha256', own).update(Message).digest('base64'),
        MacAlgorithm: 'HMAC_SHA_256',
      };
    },
  });
}

/** Output size of HMAC-SHA-256. */
const SECRET_BYTES = 32;

const checksumOf = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest();

/**
 * Opens the data folder's secret, which only its owner can read, or creates it on the first start. The file may also contain a checksum,
 * because a damaged secret would silently change every key.
 */
function openSecret(dir: string): Buffer {
  const file = join(dir, 'secret');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const fresh = randomBytes(SECRET_BYTES);
  try {
    writeFileSync(file, Buffer.concat([fresh, checksumOf(fresh)]), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const bytes = readFileSync(file);
  const [secret, checksum] = [bytes.subarray(0, SECRET_BYTES), bytes.subarray(SECRET_BYTES)];
  if (secret.length < SECRET_BYTES) throw new DamagedFolderError(file, `it has ${bytes.length} bytes`);
  if (checksum.length > 0 && !checksum.equals(checksumOf(secret))) throw new DamagedFolderError(file, 'its checksum is wrong');
  return secret;
}
