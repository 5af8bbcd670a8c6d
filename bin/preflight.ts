import { join } from 'node:path';
import { STSClient } from '@aws-sdk/client-sts';
import { type Context, LOCAL_STAGE, readContext, readSettings, type Settings } from '../lib/settings/index.ts';
import { explainAwsError } from './aws/explain-error.ts';
import type { Identity } from './preflight/facts.ts';
import { judge } from './preflight/judge/index.ts';
import { readFacts, readIdentity } from './preflight/read/read.ts';
import { EXIT, exitCode, report } from './preflight/report.ts';
import { readTool } from './tool.ts';

/** `npm run preflight`: checks an AWS account before a deployment and prints the necessary changes. It does not make any changes itself. */

const USAGE = `npm run preflight -- -c stage=NAME [-c NAME=VALUE …] [--profile NAME] [--json]
  -c NAME=VALUE    a setting, as for cdk deploy; settings in cdk.json also apply
  --profile NAME   an AWS CLI profile
  --json           print the findings as JSON

Exit codes: 0 ready, 1 changes required, 2 not everything could be checked`;

/** The context variable that selects a bootstrap stack, and its default. */
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';
const DEFAULT_QUALIFIER = 'hnb659fds';

const { values, refuse } = readTool(
  USAGE,
  { context: { type: 'string', short: 'c', multiple: true }, profile: { type: 'string' }, json: { type: 'boolean' } },
  [],
);
const given = Object.fromEntries((values.context ?? []).map(readPair));
if (values.profile) process.env.AWS_PROFILE = values.profile;
process.exitCode = await run();

function readPair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  return refuse(`-c must be NAME=VALUE, such as -c stage=live, got ${JSON.stringify(text)}`);
}

async function run(): Promise<number> {
  const context = { ...readContext(join(import.meta.dirname, '..', 'cdk.json')), ...given };
  const region = await regionOf(context.region);
  const settings = tryReadSettings({ ...context, region });
  if (settings === undefined) return EXIT.change;
  if (settings.stage === LOCAL_STAGE) {
    console.error(`The stage ${LOCAL_STAGE} runs on this machine; use a deployed one, such as -c stage=live`);
    return EXIT.change;
  }
  const identity = await identify(settings);
  if (!identity) return EXIT.unread;
  const facts = await readFacts(settings, identity, String(context[QUALIFIER] ?? DEFAULT_QUALIFIER));
  const findings = judge(facts, settings);
  console.log(values.json ? JSON.stringify(findings, null, 2) : report(facts, settings.stage, findings));
  return exitCode(findings);
}

/** Returns the context's region, or else the credentials', like the CDK. */
async function regionOf(region: unknown): Promise<unknown> {
  if (region !== undefined) return region;
  const configured = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  return configured ?? new STSClient().config.region().catch(() => undefined);
}

async function identify({ region }: Settings): Promise<Identity | undefined> {
  try {
    return await readIdentity(region);
  } catch (error) {
    console.error(`Could not use the credentials: ${explainAwsError(error)}`);
    console.error('Sign in first, for example with: aws sso login --profile NAME; then add --profile NAME here (docs/deploy.md)');
    return undefined;
  }
}

function tryReadSettings(context: Context): Settings | undefined {
  try {
    return readSettings(context);
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}
