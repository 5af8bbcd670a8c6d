import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { answerJson, type LocalService, type Place, readJson, readTarget, ServiceError } from '../gateway/index.ts';

const TARGET = 'secretsmanager';
const MAX_BODY_BYTES = 16 * 1024;

/** What Secrets Manager puts behind the name of a secret in its ARN; always the same here. */
const SUFFIX = '-local0';

const inputSchema = v.object({ SecretId: v.pipe(v.string(), v.nonEmpty()) });

const fileSchema = v.record(v.string(), v.record(v.string(), v.string()));

export interface SecretsManagerOptions {
  /** JSON file with the secrets by name, each an object of strings; the developer writes it. It is read at each request. */
  readonly file: string;
  readonly place: Place;
}

/** Secrets Manager behind the gate: the operation GetSecretValue, over one file. */
export function createSecretsManagerService({ file, place }: SecretsManagerOptions): LocalService {
  const arnOf = (name: string) => `arn:aws:secretsmanager:${place.region}:${place.account}:secret:${name}${SUFFIX}`;
  const readName = (body: Buffer): string => {
    const result = v.safeParse(inputSchema, readJson(body));
    if (!result.success) throw new ServiceError('InvalidParameterException', result.issues[0].message);
    return result.output.SecretId;
  };
  return {
    service: 'secretsmanager',
    protocol: 'json',
    body: 'buffered',
    maxBodyBytes: MAX_BODY_BYTES,
    authorize({ headers, body }) {
      const operation = readTarget(headers, TARGET);
      if (operation !== 'GetSecretValue') {
        throw new ServiceError('UnknownOperationException', `${operation} is not available locally`);
      }
      return [{ action: 'secretsmanager:GetSecretValue', resources: [arnOf(readName(body))] }];
    },
    async handle({ body }) {
      const name = readName(body);
      const secret = readSecrets(file)[name];
      if (!secret) throw new ServiceError('ResourceNotFoundException', `${file} has no secret ${JSON.stringify(name)}`);
      return answerJson({ ARN: arnOf(name), Name: name, SecretString: JSON.stringify(secret) });
    },
  };
}

function readSecrets(file: string): Readonly<Record<string, object>> {
  try {
    return v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ServiceError(
      'InternalServiceError',
      `${file} is not JSON with an object of strings for each secret`,
      500,
    );
  }
}
