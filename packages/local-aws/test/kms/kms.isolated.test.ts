import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gateway } from '../../src/gateway/index.ts';
import { createKmsService } from '../../src/kms/index.ts';
import { clientOf, makeDirectory, removeDirectory, startTestGateway } from '../../src/testing.ts';

const KeyId = '11111111-2222-3333-4444-555555555555';

let dir: string;
let gateway: Gateway;
let client: KMSClient;

beforeAll(async () => {
  dir = makeDirectory();
  const keys = [{ name: KeyId, arn: `arn:aws:kms:us-east-1:000000000000:key/${KeyId}` }];
  gateway = await startTestGateway([createKmsService({ dir, keys })]);
  client = new KMSClient(clientOf(gateway));
});

afterAll(async () => {
  client.destroy();
  await gateway.stop();
  removeDirectory(dir);
});

const generate = (more: object) =>
  client.send(new GenerateMacCommand({ KeyId, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from('message'), ...more }));

// Scenarios test_generate_and_verify_mac and test_invalid_generate_mac, recorded on 7 November and 13 April 2023.
describe('GenerateMac', () => {
  it('gives the same MAC for a key’s ID and ARN', async () => {
    const [byId, byArn] = [await generate({}), await generate({ KeyId: `arn:aws:kms:us-east-1:000000000000:key/${KeyId}` })];
    expect(byId.Mac).toHaveLength(32);
    expect(byArn.Mac).toEqual(byId.Mac);
  });

  it.each([
    ['an ID of another form', { KeyId: 'key_id' }, 'NotFoundException', "Invalid keyId 'key_id'"],
    ['a key that does not exist', { KeyId: KeyId.replace('1', '9') }, 'NotFoundException', 'does not exist'],
    [
      'an algorithm of another key',
      { MacAlgorithm: 'HMAC_SHA_512' },
      'InvalidKeyUsageException',
      'Algorithm HMAC_SHA_512 is incompatible with key spec HMAC_256.',
    ],
    ['an unknown algorithm', { MacAlgorithm: 'MD5' }, 'ValidationException', "Value 'MD5' at 'macAlgorithm' failed to satisfy constraint"],
  ])('refuses %s as KMS does', async (_, more, name, message) => {
    await expect(generate(more)).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
  });
});
