import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { CHECK_STEPS, type CheckReport } from '../../layers/canary/index.ts';
import { serviceStackName } from '../../lib/settings/index.ts';
import { readRunning } from '../local/running.ts';

/** Milliseconds that a call to AWS may take to connect, and to answer; the canary itself takes up to 150 s. */
const CONNECT = 3_000;
const LOOK_UP = 10_000;
const INVOCATION = 180_000;

const reportSchema = v.object({
  ok: v.boolean(),
  seconds: v.number(),
  job: v.optional(v.string()),
  failed: v.optional(v.picklist(CHECK_STEPS)),
  reason: v.optional(v.string()),
});

/**
 * Has the canary of a deployment run once.
 *
 * @param stage of a deployment; without it `data`, the folder of a local run
 * @returns what it found; a canary that cannot be invoked has found that nothing can be submitted
 */
export async function invokeCanary(target: {
  stage?: string | undefined;
  data?: string | undefined;
}): Promise<CheckReport> {
  const began = performance.now();
  try {
    const outputs = await (target.stage === undefined ? localOutputs(target.data ?? '') : outputsOf(target.stage));
    if (!outputs.CanaryFunction)
      throw new Error('There is no canary; deploy with -c canaryMinutes=5, or check with --url');
    return await invoke(outputs.CanaryFunction);
  } catch (error) {
    const seconds = Math.round(performance.now() - began) / 1_000;
    return { ok: false, seconds, failed: 'submit', reason: (error as Error).message };
  }
}

async function invoke(name: string): Promise<CheckReport> {
  const client = new LambdaClient({ maxAttempts: 1, requestHandler: limits(INVOCATION) });
  const { Payload = new Uint8Array(), FunctionError } = await client.send(new InvokeCommand({ FunctionName: name }));
  const text = Buffer.from(Payload).toString();
  if (FunctionError) throw new Error(`The canary crashed: ${text}`);
  const { ok, seconds, job, failed, reason } = v.parse(v.pipe(v.string(), v.parseJson(), reportSchema), text);
  return { ok, seconds, ...(job && { job }), ...(failed && { failed }), ...(reason && { reason }) };
}

async function outputsOf(stage: string): Promise<Record<string, string>> {
  const client = new CloudFormationClient({ maxAttempts: 3, requestHandler: limits(LOOK_UP) });
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: serviceStackName(stage) }));
  const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs);
  return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

/** The outputs of a local run, whose endpoint and credentials this process takes on. */
async function localOutputs(data: string): Promise<Readonly<Record<string, string>>> {
  const running = await readRunning(data);
  if (!running) throw new Error(`No service runs on the data folder ${data}`);
  Object.assign(process.env, running.environment);
  return running.outputs;
}

const limits = (requestTimeout: number) => ({
  connectionTimeout: CONNECT,
  requestTimeout,
  throwOnRequestTimeout: true,
});
