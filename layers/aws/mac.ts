import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { kms } from './clients.ts';

/**
 * Computes the MAC of a message with a key that never leaves KMS.
 * @param key ID or ARN of an HMAC_256 key in KMS
 * @returns 32 bytes
 */
export async function generateMac(key: string, message: string): Promise<Uint8Array> {
  const { Mac } = await kms().send(new GenerateMacCommand({ KeyId: key, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(message) }));
  if (!Mac) throw new Error('KMS returned no MAC');
  return Mac;
}
