import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { serviceStackName } from '../../lib/settings/index.ts';
import { useEmbeddedAws } from '../local/embedded-aws.ts';
import { DEFAULT_DATA, readRunning } from '../local/running.ts';
import { CommandError } from './command-error.ts';

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
  /** ARN. */
  stateMachine: string;
}

/**
 * Finds the service: a deployed stage by the outputs of its stack, else the local one by what it left in its data folder. For the
 * local one the process is given its endpoint and credentials, as a function would be.
 *
 * @throws CommandError when there is none
 */
export async function findTarget({
  stage,
  data,
}: {
  stage?: string | undefined;
  data?: string | undefined;
}): Promise<Target> {
  return stage === undefined ? findLocal(data ?? DEFAULT_DATA) : findDeployed(stage);
}

async function findLocal(data: string): Promise<Target> {
  const running = await readRunning(data);
  if (!running) {
    throw new CommandError(`No service runs on the data folder ${data}; start it with "npm start", or name a --stage`);
  }
  useEmbeddedAws(running.environment);
  return readTarget(running.outputs);
}

async function findDeployed(stage: string): Promise<Target> {
  const client = new CloudFormationClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: serviceStackName(stage) }));
    const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs).map(({ OutputKey, OutputValue }) => [
      OutputKey ?? '',
      OutputValue ?? '',
    ]);
    return readTarget(Object.fromEntries(outputs));
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(
      `--stage: ${stage} cannot be looked up: ${(cause as Error).message}; are AWS_REGION and your credentials set?`,
      { cause },
    );
  }
}

const readTarget = (outputs: Readonly<Record<string, string>>): Target => ({
  tokensTable: output(outputs, 'TokensTable'),
  jobsTable: output(outputs, 'JobsTable'),
  webhooksTable: output(outputs, 'WebhooksTable'),
  webhooksQueue: output(outputs, 'WebhooksQueue'),
  webhooksKey: output(outputs, 'WebhooksKey'),
  ledgerTable: output(outputs, 'LedgerTable'),
  accountsTable: output(outputs, 'AccountsTable'),
  stateMachine: output(outputs, 'StateMachine'),
});

function output(outputs: Readonly<Record<string, string>>, name: string): string {
  const value = outputs[name];
  if (!value) throw new CommandError(`The service has no output ${name}; deploy it again with this version`);
  return value;
}
