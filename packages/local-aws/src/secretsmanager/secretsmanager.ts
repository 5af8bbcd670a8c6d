import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { createJsonService, type LocalService, type Place, ServiceError } from '../gateway/index.ts';

/** Appended by Secrets Manager to a secret's name in its ARN; constant here. */
const SUFFIX = '-local0';

const inputSchema = v.object({ SecretId: v.pipe(v.string(), v.nonEmpty()) });

const fileSchema = v.record(v.string(), v.record(v.string(), v.string()));

export interface SecretsManagerOptions {
  /** JSON file of secrets by name, each an object of strings; the developer writes it, and every request reads it. */
  readonly file: string;
  readonly place: Place;
}

/** Secrets Manager's GetSecretValue, from a file. */
export function createSecretsManagerService({ file, place }: SecretsManagerOptions): LocalService {
  const arnOf = (name: string) => `arn:aws:secretsmanager:${place.region}:${place.account}:secret:${name}${SUFFIX}`;
  return createJsonService({
    service: 'secretsmanager',
    target: 'secretsmanager',
    operation: 'GetSecretValue',
    input: inputSchema,
    invalid: 'InvalidParameterException',
    resource: ({ SecretId }) => arnOf(SecretId),
    answer({ SecretId: name }) {
      const secret = readSecrets(file)[name];
      if (!secret) throw new ServiceError('ResourceNotFoundException', `${file} has no secret ${JSON.stringify(name)}`);
      return { ARN: arnOf(name), Name: name, SecretString: JSON.stringify(secret) };
    },
  });
}

function readSecrets(file: string): Readonly<Record<string, object>> {
  try {
    return v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ServiceError('InternalServiceError', `${file} is not JSON with an object of strings for each secret`, 500);
  }
}
