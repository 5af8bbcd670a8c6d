import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { createJsonService, type LocalService, type Place, ServiceError } from '../gateway/index.ts';

/** Suffix of a secret's name in its ARN. Secrets Manager's is random; this one is constant. */
const SUFFIX = '-local0';

const inputSchema = v.object({ SecretId: v.pipe(v.string(), v.nonEmpty()) });

const fileSchema = v.record(v.string(), v.record(v.string(), v.string()));

export interface SecretsManagerOptions {
  /**
   * JSON file that maps names to secrets, each of which is an object of strings. The developer edits it, and every request reads it again.
   */
  readonly file: string;
  readonly place: Place;
}

/** Secrets Manager's GetSecretValue operation, with secrets from a file. */
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
      if (!secret) throw new ServiceError('ResourceNotFoundException', `${file} does not contain the secret ${JSON.stringify(name)}`);
      return { ARN: arnOf(name), Name: name, SecretString: JSON.stringify(secret) };
    },
  });
}

function readSecrets(file: string): Readonly<Record<string, object>> {
  try {
    return v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ServiceError('InternalServiceError', `${file} must be JSON with an object of strings for each secret`, 500);
  }
}
