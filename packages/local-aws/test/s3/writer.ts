/** Child process that overwrites a few objects, making them larger each time, until it is killed. */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startS3 } from '../../src/s3/index.ts';
import { clientOf, startTestGateway } from '../../src/testing.ts';

const s3 = await startS3({ dir: process.argv[2]!, buckets: [{ name: 'objects', expirations: [] }] });
const gateway = await startTestGateway([s3.service]);
const client = new S3Client(clientOf(gateway));

async function writeForever(lane: number): Promise<never> {
  for (let n = 0; ; n++) {
    const Body = `${n}:${'x'.repeat(n * 1000)}`;
    await client.send(new PutObjectCommand({ Bucket: 'objects', Key: `lane-${lane}`, Body }));
    process.stdout.write(`${lane} ${n}\n`);
  }
}

await Promise.all([0, 1, 2].map(writeForever));
