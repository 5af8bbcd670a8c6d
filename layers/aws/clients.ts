import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { PollyClient } from '@aws-sdk/client-polly';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { MAX_CONFLICTING_ATTEMPTS, pauseAfterConflict } from './conflicts.ts';
import { meterDynamoDb, meterEvents, meterPolly, meterSqs } from './usage/index.ts';

/**
 * Timeouts (in ms) and number of attempts for every AWS call. The shortest function timeout is 10 s, so a hanging call can be retried once.
 * Without `throwOnRequestTimeout`, the SDK only logs a warning on a timeout.
 */
export const limits = {
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 4_000, throwOnRequestTimeout: true },
  maxAttempts: 4,
} as const;

/**
 * Timeout (in ms) and number of attempts for Polly. It streams audio during synthesis, and allows only a few requests per second across all
 * jobs.
 */
const POLLY_REQUEST_TIMEOUT = 30_000;
const POLLY_MAX_ATTEMPTS = 6;

/** Creates a value on first use, so that a function only creates the clients it needs. */
export function lazy<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}

/** Retries single writes that conflict with a transaction. The SDK does not, since it treats the conflict as the client's error. */
function retryConflicts(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await next(args);
        } catch (error) {
          if (!(error instanceof TransactionConflictException) || attempt + 1 >= MAX_CONFLICTING_ATTEMPTS) throw error;
          await pauseAfterConflict(attempt);
        }
      }
    },
    { step: 'initialize', name: 'retryConflicts' },
  );
  return client;
}

export const dynamodb = /* @__PURE__ */ lazy(() =>
  DynamoDBDocumentClient.from(meterDynamoDb(retryConflicts(new DynamoDBClient(limits))), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);
export const sqs = /* @__PURE__ */ lazy(() => meterSqs(new SQSClient(limits)));
export const eventBridge = /* @__PURE__ */ lazy(() => meterEvents(new EventBridgeClient(limits)));
export const kms = /* @__PURE__ */ lazy(() => new KMSClient(limits));
export const secretsManager = /* @__PURE__ */ lazy(() => new SecretsManagerClient(limits));
export const stepFunctions = /* @__PURE__ */ lazy(() => new SFNClient(limits));
export const polly = /* @__PURE__ */ lazy(() =>
  meterPolly(
    new PollyClient({
      // The default handler of this client uses HTTP/2 and has no connection timeout.
      requestHandler: new NodeHttpHandler({ ...limits.requestHandler, requestTimeout: POLLY_REQUEST_TIMEOUT }),
      maxAttempts: POLLY_MAX_ATTEMPTS,
    }),
  ),
);
