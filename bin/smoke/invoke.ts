import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CommandError } from '@talking-avatar/cli';
import * as v from 'valibot';
import { CHECK_STEPS, type CheckReport } from '#canary';
import { explainAwsError } from '../aws/explain-error.ts';
import { readOutputs, type TargetOptions } from '../operator/target.ts';

/** Connection and invocation timeouts, in ms. The canary takes up to 150 s. */
const CONNECTION_TIMEOUT = 3_000;
const INVOCATION_TIMEOUT = 180_000;

const reportSchema = v.object({
  ok: v.boolean(),
  seconds: v.number(),
  job: v.optional(v.string()),
  failed: v.optional(v.picklist(CHECK_STEPS)),
  reason: v.optional(v.string()),
});

/** Runs the canary of a service once. @returns its report; if it cannot be invoked, a report of a failed `submit` with the reason */
export async function invokeCanary(target: TargetOptions): Promise<CheckReport> {
  const startedAt = performance.now();
  try {
    const { CanaryFunction } = await readOutputs(target);
    if (!CanaryFunction)
      throw new CommandError('This service does not have a canary; deploy it with -c canaryMinutes=5, or check it with --url');
    return await invoke(CanaryFunction);
  } catch (error) {
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    const reason = error instanceof CommandError ? error.message : explainAwsError(error);
    return { ok: false, seconds, failed: 'submit', reason };
  }
}

async function invoke(name: string): Promise<CheckReport> {
  const client = new LambdaClient({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT, requestTimeout: INVOCATION_TIMEOUT, throwOnRequestTimeout: true },
  });
  const { Payload = new Uint8Array(), FunctionError } = await client.send(new InvokeCommand({ FunctionName: name }));
  const text = Buffer.from(Payload).toString();
  if (FunctionError) throw new CommandError(`The canary crashed: ${text}`);
  const { ok, seconds, job, failed, reason } = v.parse(v.pipe(v.string(), v.parseJson(), reportSchema), text);
  return { ok, seconds, ...(job && { job }), ...(failed && { failed }), ...(reason && { reason }) };
}
