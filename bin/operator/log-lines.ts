import { createReadStream } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, GetQueryResultsCommand, QueryStatus, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';
import { CommandError } from '@talking-avatar/cli';
import { serviceStackName } from '../../lib/settings/index.ts';
import { COMMAND_LIMITS } from '../aws/limits.ts';

/** Maximum number of log groups per query (CloudWatch Logs Insights quota). */
const GROUPS_PER_QUERY = 50;
/** Maximum number of lines per query (CloudWatch Logs Insights quota). */
const MAX_LINES = 10_000;
/** Timeout for a query, and interval for polling its status, in ms. */
const [QUERY_TIMEOUT, QUERY_INTERVAL] = [120_000, 1_000];

/** Time span, in ms since 1970. */
export interface LogSpan {
  from: number;
  to: number;
}

/** Reads the log lines of a local service that contain a word, unsorted, from files modified at or after `from` (in ms since 1970). */
export async function readLocalLines(data: string, word: string, { from }: LogSpan): Promise<string[]> {
  const lines: string[] = [];
  for await (const path of glob(join(data, '{lambda,ecs}', 'logs', '*.log'))) {
    if ((await stat(path)).mtimeMs < from) continue;
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.includes(word)) lines.push(line);
  }
  return lines;
}

/**
 * Reads the log lines of a stage that contain a word, unsorted, with CloudWatch Logs Insights. Required permissions:
 * `cloudformation:ListStackResources`, `logs:StartQuery`, and `logs:GetQueryResults`.
 * @throws CommandError if a query fails or takes too long
 */
export async function readDeployedLines(stage: string, word: string, span: LogSpan): Promise<string[]> {
  const groups = await listLogGroups(stage);
  const chunks = Array.from({ length: Math.ceil(groups.length / GROUPS_PER_QUERY) }, (_, index) =>
    groups.slice(index * GROUPS_PER_QUERY, (index + 1) * GROUPS_PER_QUERY),
  );
  return (await Promise.all(chunks.map((chunk) => query(chunk, word, span)))).flat();
}

async function listLogGroups(stage: string): Promise<string[]> {
  const groups: string[] = [];
  const pages = paginateListStackResources({ client: new CloudFormationClient(COMMAND_LIMITS) }, { StackName: serviceStackName(stage) });
  for await (const { StackResourceSummaries = [] } of pages)
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === 'AWS::Logs::LogGroup' && PhysicalResourceId) groups.push(PhysicalResourceId);
  return groups;
}

async function query(logGroupNames: readonly string[], word: string, { from, to }: LogSpan): Promise<string[]> {
  const client = new CloudWatchLogsClient(COMMAND_LIMITS);
  const { queryId } = await client.send(
    new StartQueryCommand({
      logGroupNames: [...logGroupNames],
      startTime: Math.floor(from / 1000),
      endTime: Math.ceil(to / 1000),
      queryString: `fields @message | filter @message like ${JSON.stringify(word)} | sort @timestamp asc | limit ${MAX_LINES}`,
    }),
  );
  for (const end = Date.now() + QUERY_TIMEOUT; Date.now() < end; await setTimeout(QUERY_INTERVAL)) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === QueryStatus.Complete) return results.map((fields) => fields.find(({ field }) => field === '@message')?.value ?? '');
    if (status !== QueryStatus.Running && status !== QueryStatus.Scheduled)
      throw new CommandError(`CloudWatch Logs query ${queryId} ended with status ${status}; try again`);
  }
  throw new CommandError(`CloudWatch Logs query ${queryId} took more than ${QUERY_TIMEOUT / 1000} s; try again`);
}
