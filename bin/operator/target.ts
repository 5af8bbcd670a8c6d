import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CommandError } from '@talking-avatar/cli';
import { serviceStackName } from '../../lib/settings/index.ts';
import { explainAwsError } from '../aws/explain-error.ts';
import { COMMAND_LIMITS } from '../aws/limits.ts';
import { useEmbeddedAws } from '../local/embedded-aws.ts';
import { DEFAULT_DATA, readRunning } from '../local/running.ts';

/** Selects a service: a deployed stage, or without `stage`, the local service. */
export interface TargetOptions {
  stage?: string | undefined;
  /** Data folder of the local service. */
  data?: string | undefined;
}

type Outputs = Readonly<Record<string, string>>;

/** The service that a command works on. */
export interface Target {
  tokensTable: string;
  jobsTable: string;
  webhooksTable: string;
  /** URL. */
  webhooksQueue: string;
  /** ARN. */
  webhooksKey: string;
  ledgerTable: string;
  accountsTable: string;
  avatarsTable: string;
  bucket: string;
  /** ARN. */
  stateMachine: string;
}

/**
 * Finds the service by `stage`, or else by `data`, the folder of a local service.
 * @throws CommandError like readOutputs, and also for a missing output
 */
export async function findTarget(where: TargetOptions): Promise<Target> {
  const outputs = await readOutputs(where);
  const output = (name: string): string => {
    const value = outputs[name];
    if (!value) throw new CommandError(`The deployment does not have the output ${name}; redeploy it`);
    return value;
  };
  return {
    tokensTable: output('TokensTable'),
    jobsTable: output('JobsTable'),
    webhooksTable: output('WebhooksTable'),
    webhooksQueue: output('WebhooksQueue'),
    webhooksKey: output('WebhooksKey'),
    ledgerTable: output('LedgerTable'),
    accountsTable: output('AccountsTable'),
    avatarsTable: output('AvatarsTable'),
    bucket: output('Bucket'),
    stateMachine: output('StateMachine'),
  };
}

/**
 * Reads the outputs of a service from the stack of a stage or from the local service. For the local service, the AWS clients in this
 * process then use its embedded services.
 * @throws CommandError if the service does not exist or the stack cannot be read
 */
export async function readOutputs({ stage, data = DEFAULT_DATA }: TargetOptions): Promise<Outputs> {
  if (stage !== undefined) return readStackOutputs(stage);
  const running = await readRunning(data);
  if (!running) throw new CommandError(`No service is running on the data folder ${data}; start one with "npm start", or use --stage`);
  useEmbeddedAws(running.environment);
  return running.outputs;
}

async function readStackOutputs(stage: string): Promise<Outputs> {
  const client = new CloudFormationClient(COMMAND_LIMITS);
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: serviceStackName(stage) }));
    const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs);
    return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
  } catch (cause) {
    throw new CommandError(`--stage: could not find ${stage}: ${explainAwsError(cause)}`, { cause });
  }
}
