import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { startS3 } from '../../src/s3/index.ts';
import { clientOf, makeDirectory, removeDirectory, startTestGateway } from '../../src/testing.ts';
import { writeAndKill } from '../kill.ts';

it('has the last acknowledged object or the one being written in full after kill -9, and no other file', async () => {
  const dir = makeDirectory();
  const lines = await writeAndKill(new URL('./writer.ts', import.meta.url), dir, 60);
  const s3 = await startS3({ dir, buckets: [{ name: 'objects', expirations: [] }] });
  const gateway = await startTestGateway([s3.service]);
  const client = new S3Client(clientOf(gateway));
  for (const lane of ['0', '1', '2']) {
    const last = lines.filter((line) => line.startsWith(`${lane} `)).length - 1;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'objects', Key: `lane-${lane}` }));
    const text = await Body!.transformToString();
    const n = Number(text.split(':')[0]);
    expect(n - last).toBeOneOf([0, 1]);
    expect(text).toBe(`${n}:${'x'.repeat(n * 1000)}`);
  }
  client.destroy();
  await gateway.stop();
  await s3.stop();
  expect(readdirSync(join(dir, 'objects'))).toHaveLength(3);
  removeDirectory(dir);
});
