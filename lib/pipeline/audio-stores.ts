import type { AudioStores } from '@talking-avatar/contract';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { ServiceFunction } from '../function/index.ts';

/**
 * Allows a function to read from the configured stores. It grants access to objects in Amazon S3, and to the secrets for other services,
 * which are kept out of the template and the environment.
 */
export function bindAudioStores(reader: ServiceFunction, stores: AudioStores): void {
  reader.set({ AUDIO_STORES: JSON.stringify(stores) });
  const stack = Stack.of(reader);
  for (const store of Object.values(stores)) {
    if (!store) continue;
    const { buckets, secret } = store;
    if (secret === undefined) {
      const objects = buckets.map((bucket) =>
        stack.formatArn({ service: 's3', region: '', account: '', resource: bucket, resourceName: '*' }),
      );
      reader.allow(['s3:GetObject'], objects);
    } else {
      reader.allow(['secretsmanager:GetSecretValue'], [secretArn(stack, secret)]);
    }
  }
}

/** Secrets Manager appends a hyphen and six characters to the name (Secrets Manager user guide, "What's in a secret"). */
const secretArn = (stack: Stack, name: string): string =>
  stack.formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${name}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
