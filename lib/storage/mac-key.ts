import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

/** Minimum waiting period before KMS deletes a key (KMS API reference, "ScheduleKeyDeletion"). */
const SHORTEST_WINDOW = Duration.days(7);

/** A KMS key for message authentication codes. */
export class MacKey extends Construct {
  readonly key: Key;
  readonly #variable: string;

  constructor(
    scope: Construct,
    id: string,
    { variable, description, durable }: { variable: string; description: string; durable: boolean },
  ) {
    super(scope, id);
    this.#variable = variable;
    this.key = new Key(this, 'Key', {
      description,
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
      removalPolicy: durable ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      ...(!durable && { pendingWindow: SHORTEST_WINDOW }),
    });
  }

  bind(user: ServiceFunction): void {
    user.set({ [this.#variable]: this.key.keyArn });
    user.allow(['kms:GenerateMac'], [this.key.keyArn]);
  }
}
