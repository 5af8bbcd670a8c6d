import { describe, expect, it } from 'vitest';
import { EXPECTED_ENDPOINTS } from './api/endpoints.ts';
import { flatten, synthesizeStage } from './fixture.ts';

const stage = synthesizeStage({ stage: 'test', canaryMinutes: 5 });

interface Statement {
  /** Roles that contain the statement. */
  roles: string[];
  effect: string;
  actions: string[];
  resources: string[];
}

const list = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(flatten));

/** Statements in role policies, grouped by the resource that contains the policy. */
const statements = stage.ofType('AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
  Properties.PolicyDocument.Statement.map((statement: Record<string, unknown>): Statement & { id: string } => ({
    id,
    roles: list(Properties.Roles),
    effect: String(statement.Effect),
    actions: list(statement.Action),
    resources: list(statement.Resource),
  })),
) as (Statement & { id: string })[];

describe('a function that a queue invokes', () => {
  const consumers = stage.ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => ({
    id: flatten(Properties.FunctionName).replace(/[<>]/g, ''),
    queue: flatten(Properties.EventSourceArn),
  }));
  const functions = new Map(stage.ofType('AWS::Lambda::Function'));

  it.each(consumers)('may recurse if it may send to that queue, and only then: $id', ({ id, queue }) => {
    const { Role, RecursiveLoop } = functions.get(id)!.Properties;
    const role = flatten(Role).replace('.Arn>', '>');
    const sends = statements.some(
      ({ roles, actions, resources }) => roles.includes(role) && actions.includes('sqs:SendMessage') && resources.includes(queue),
    );
    expect(RecursiveLoop).toBe(sends ? 'Allow' : undefined);
    expect(sends).toBe(true);
  });
});

describe('permissions', () => {
  /** Wildcards that are allowed. All other statements must name their resources. */
  const WILDCARDS: readonly { policy: RegExp; resource: RegExp; reason: string }[] = [
    {
      policy: /DefaultPolicy/,
      resource: /ObjectsBucket\w+\.?Arn.*\/(jobs|uploads|speech-cache|actors|avatars|focus)\/\*$/,
      reason: 'objects in one folder',
    },
    {
      policy: /^ApiDownloadRole/,
      resource: /ObjectsBucket\w+\.?Arn.*\/jobs\/\*\/visemes\/\*$/,
      reason: 'visemes of jobs',
    },
    {
      policy: /^(PipelineSweep|PipelineFinalize|ApiAvatars|ApiCancel|ApiRemove)Role/,
      resource: /:execution:<PipelineMachine\w+\.Name>:\*$/,
      reason: 'executions of one machine',
    },
    {
      policy: /^PipelineMachineStateMachineRole/,
      resource: /^<Pipeline\w+Function\w+\.Arn>:\*$/,
      reason: 'versions of one function',
    },
    {
      policy: /^PipelineMachineStateMachineRole/,
      resource: /:task\/<PipelineVideoTasksCluster\w+>\/\*$/,
      reason: 'tasks of one cluster',
    },
    {
      policy: /^PipelineMachineStateMachineRole/,
      resource: /:task-definition\/\w+:\*$/,
      reason: 'revisions of one task',
    },
    {
      policy: /^PipelineVideoTasksRenderTaskStartRole/,
      resource: /^\*$/,
      reason: 'signing in to the image registry does not support resources',
    },
    {
      policy: /^PipelineMachineStateMachineRole/,
      resource: /^\*$/,
      reason: 'log delivery and X-Ray do not support resources',
    },
    { policy: /^ObservabilityTracingPolicy/, resource: /^\*$/, reason: 'X-Ray does not support resources' },
  ];

  it('never allow an action by wildcard', () => {
    expect(statements.filter(({ actions }) => actions.some((action) => action.includes('*')))).toEqual([]);
  });

  it('only allow resources by wildcard for a reason', () => {
    const unreasoned = statements.flatMap(({ id, resources }) =>
      resources
        .filter((resource) => resource.includes('*'))
        .filter((resource) => !WILDCARDS.some((known) => known.policy.test(id) && known.resource.test(resource)))
        .map((resource) => [id, resource]),
    );
    expect(unreasoned).toEqual([]);
  });

  it('only let synthesize read and write cached speech', () => {
    const kept = statements.filter(({ resources }) => resources.some((resource) => resource.includes('/speech-cache/')));
    expect(kept.map(({ id }) => id)).toEqual([0, 1].map(() => expect.stringMatching(/^PipelineSynthesizeRole/)));
    expect(kept.flatMap(({ actions }) => actions)).toEqual(['s3:GetObject', 's3:PutObject']);
  });

  it('only let align access jobs and uploads', () => {
    const own = statements.filter(
      ({ id, actions }) => id.startsWith('PipelineAlignRole') && actions.some((action) => action.startsWith('s3:')),
    );
    const folders = own.flatMap(({ resources }) => resources.map((resource) => resource.split('/').slice(1).join('/')));
    expect([...new Set(folders)].sort()).toEqual(['jobs/*', 'uploads/*']);
  });

  it("only allow download to write jobs' visemes", () => {
    const written = statements
      .filter(({ id, actions }) => /^ApiDownloadRole/.test(id) && actions.includes('s3:PutObject'))
      .flatMap(({ resources }) => resources);
    expect(written).toEqual([expect.stringMatching(/\/jobs\/\*\/visemes\/\*$/)]);
  });

  it('have separate statements for actions that need the resource *', () => {
    const wide = statements.filter(({ resources }) => resources.includes('*')).flatMap(({ actions }) => actions);
    expect(
      wide.every((action) =>
        /^(logs:\w*(LogDelivery|LogDeliveries|ResourcePolic(y|ies)|DescribeLogGroups)|xray:\w+|ecr:GetAuthorizationToken)$/.test(action),
      ),
    ).toBe(true);
  });

  it.each(
    Object.entries({
      ...Object.fromEntries(Object.entries(EXPECTED_ENDPOINTS).map(([name, { permissions }]) => [name, permissions])),
      dispatch: 'jobs:GQU capacity:BDGPU events:PutEvents states:StartExecution sqs:SendMessage',
      deadline: 'jobs:GU events:PutEvents sqs:SendMessage',
      begin: 'jobs:GU events:PutEvents',
      synthesize: 'jobs:GU s3:GetObject s3:PutObject',
      align: 'jobs:GU s3:GetObject s3:PutObject',
      solve: 'jobs:GU s3:GetObject s3:PutObject',
      export: 'jobs:GU s3:GetObject s3:PutObject',
      videotasksrendertask: 'jobs:GU s3:GetObject s3:PutObject states:SendTaskFailure states:SendTaskHeartbeat states:SendTaskSuccess',
      stopped: 'sqs:SendMessage states:SendTaskFailure',
      finalize:
        'jobs:GQU tokens:U capacity:BDGPU ledger:Q events:PutEvents s3:DeleteObject s3:ListBucket sqs:SendMessage states:GetExecutionHistory',
      canary: 'tokens:P kms:GenerateMac sqs:SendMessage',
      deliver: 'jobs:GU webhooks:DGPU kms:GenerateMac sqs:SendMessage',
      aggregate: 'accounts:GPSU ledger:QQ sqs:SendMessage',
      focus: 'ledger:QQ s3:DeleteObject s3:ListBucket s3:PutObject sqs:SendMessage',
      sweep:
        'jobs:GQU tokens:U capacity:BDGPSU webhooks:P ledger:Q events:PutEvents s3:DeleteObject s3:ListBucket states:DescribeExecution states:GetExecutionHistory states:StopExecution sqs:SendMessage',
    }),
  )('of %s are %s, and to write its costs to the ledger', (name, expected) => {
    const more = expected.includes('ledger:') ? [] : ['ledger:PU'];
    const wanted = expected
      .replace(/ledger:(\w*)/, (_, own) => `ledger:${[...`${own}PU`].sort().join('')}`)
      .split(' ')
      .filter(Boolean);
    expect(permissionsOf(name)).toEqual([...wanted, ...more].sort());
  });
});

describe('permission to use Amazon Polly', () => {
  const polly = (stage: ReturnType<typeof synthesizeStage>) =>
    stage.ofType('AWS::IAM::Policy').filter(([, { Properties }]) => JSON.stringify(Properties).includes('polly:'));

  it('is not granted with the embedded engine', () => expect(polly(stage)).toEqual([]));

  it('is only granted to synthesize, for one action, if Polly is selected', () => {
    const [[id, { Properties }] = ['', { Properties: {} }], ...others] = polly(synthesizeStage({ stage: 'test', tts: 'polly' }));
    expect(id).toMatch(/^PipelineSynthesizeRole/);
    expect(JSON.stringify(Properties).match(/polly:\w+/g)).toEqual(['polly:SynthesizeSpeech']);
    expect(others).toEqual([]);
  });
});

/**
 * Returns the permissions of a function. Actions on items are shown by their first letters, grouped by table. Queue polling, logs, and
 * traces are left out.
 */
function permissionsOf(name: string): string[] {
  const own = statements.filter(({ roles }) =>
    roles.some((role) =>
      role
        .replace(/^<(Api|Pipeline|Webhooks|Accounting)?/, '')
        .toLowerCase()
        .startsWith(`${name}role`),
    ),
  );
  const letters = new Map<string, string[]>();
  const others = new Set<string>();
  for (const { actions, resources } of own) {
    for (const action of actions) {
      const [service, verb = ''] = action.split(':');
      if (service !== 'dynamodb') others.add(action);
      else for (const table of resources) letters.set(tableOf(table), [...(letters.get(tableOf(table)) ?? []), verb.charAt(0)]);
    }
  }
  const tables = [...letters].map(([table, verbs]) => `${table}:${verbs.sort().join('')}`);
  const aside = /^(logs:|xray:|sqs:(Receive|Delete|Change|GetQueue))/;
  return [...tables, ...[...others].filter((action) => !aside.test(action))].sort();
}

const tableOf = (arn: string): string => /Storage([A-Z][a-z]+)Table/.exec(arn)?.[1]?.toLowerCase() ?? arn;
