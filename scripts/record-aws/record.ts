import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStacksCommand,
  waitUntilStackCreateComplete,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { hideRun, recordedDate } from './placeholders.ts';
import { type Place, QUESTIONS } from './questions.ts';
import { type Outputs, TEMPLATE } from './template.ts';

const HELP = `Usage: npm run record:aws -- [--region REGION] [--out FOLDER] [--dry-run]

Asks AWS questions that no public recording answers, and writes the answers to a file for "npm run conformance". It creates one
CloudFormation stack with roles, functions, queues, a table, state machines and a REST API, and deletes it at the end. This takes about 15
minutes and costs a few cents. Use an account without other work: the questions provoke a loop, conflicts and throttling.

  --region REGION  default: AWS_REGION, or us-east-1
  --out FOLDER     default: out/aws-recordings
  --dry-run        lists the questions, and creates nothing`;

const { values } = parseArgs({
  options: {
    region: { type: 'string', default: process.env.AWS_REGION ?? 'us-east-1' },
    out: { type: 'string', default: 'out/aws-recordings' },
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Time limit for creating or deleting the stack, in s. */
const STACK_TIME = 900;

async function createStack(client: CloudFormationClient, StackName: string): Promise<Outputs> {
  await client.send(new CreateStackCommand({ StackName, TemplateBody: JSON.stringify(TEMPLATE), Capabilities: ['CAPABILITY_IAM'] }));
  await waitUntilStackCreateComplete({ client, maxWaitTime: STACK_TIME }, { StackName });
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return Object.fromEntries(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])) as Outputs;
}

/** Values that differ from run to run, with their placeholders. */
const namesOf = (stack: string, { region, outputs }: Place): Record<string, string> => ({
  [outputs.Account]: '111111111111',
  [outputs.Queue]: '<sqs_queue_url>',
  [outputs.Refused]: '<lambda_function_name>',
  [outputs.Api]: '<api-id>',
  [stack]: '<stack>',
  [region]: '<region>',
});

/** @throws Error if a request to AWS fails, after deleting the stack */
async function record(region: string, folder: string): Promise<void> {
  const client = new CloudFormationClient({ region });
  const stack = `record-aws-${randomUUID().slice(0, 8)}`;
  console.log(`Creating the stack ${stack} in ${region}…`);
  try {
    const place: Place = { region, outputs: await createStack(client, stack) };
    const recordings: Record<string, object> = {};
    for (const { name, asks, ask } of QUESTIONS) {
      console.log(asks);
      const content = hideRun(await ask(place), namesOf(stack, place));
      recordings[`scripts/record-aws::test_${name}`] = { 'recorded-date': recordedDate(new Date()), 'recorded-content': content };
      console.log(`  ${JSON.stringify(content).slice(0, 300)}`);
    }
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'record-aws.snapshot.json');
    writeFileSync(file, `${JSON.stringify(recordings, null, 2)}\n`);
    console.log(`Written: ${file}`);
  } finally {
    console.log(`Deleting the stack ${stack}…`);
    await client.send(new DeleteStackCommand({ StackName: stack }));
    await waitUntilStackDeleteComplete({ client, maxWaitTime: STACK_TIME }, { StackName: stack });
  }
}

if (values.help) console.log(HELP);
else if (values['dry-run']) for (const { name, asks } of QUESTIONS) console.log(`${name}: ${asks}`);
else await record(values.region, values.out);
