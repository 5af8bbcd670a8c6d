import { join } from 'node:path';
import { STSClient } from '@aws-sdk/client-sts';
import { explainOption } from '@talking-avatar/cli/options';
import { LOCAL_STAGE, readContext, readSettings, type Settings } from '../lib/settings/index.ts';
import { explainAwsError } from './aws-error.ts';
import { readPreflightOptions } from './preflight/arguments.ts';
import type { Identity } from './preflight/facts.ts';
import { judge } from './preflight/judge/index.ts';
import { readFacts, readIdentity } from './preflight/read/read.ts';
import { EXIT, exitCode, report } from './preflight/report.ts';

/** `npm run preflight`: reads the account and prints what to raise or change before a deployment. It changes nothing. */

const USAGE = `usage: npm run preflight -- -c stage=NAME [-c NAME=VALUE …] [--profile NAME] [--json]
  -c NAME=VALUE    a setting, as for cdk deploy; those of cdk.json count too
  --profile NAME   a profile of the AWS command line
  --json           prints the findings as JSON
exit code: 0 ready, 1 something must change, 2 something could not be checked`;

/** The context that names another bootstrap stack, and the CDK's own name for it. */
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';
const DEFAULT_QUALIFIER = 'hnb659fds';

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const given = tried(() => readPreflightOptions(args), explainOption);
  if (given === undefined) return EXIT.unread;
  if (given.help) {
    console.log(USAGE);
    return EXIT.ready;
  }
  if (given.profile) process.env.AWS_PROFILE = given.profile;
  const context = { ...readContext(join(import.meta.dirname, '..', 'cdk.json')), ...given.context };
  const region = await regionOf(context.region);
  const settings = tried(
    () => readSettings({ ...context, region }),
    ({ message }) => message,
  );
  if (settings === undefined) return EXIT.change;
  if (settings.stage === LOCAL_STAGE) {
    console.error(`The stage ${LOCAL_STAGE} runs on this machine; name one that is deployed: -c stage=live`);
    return EXIT.change;
  }
  const identity = await identify(settings);
  if (!identity) return EXIT.unread;
  const facts = await readFacts(settings, identity, String(context[QUALIFIER] ?? DEFAULT_QUALIFIER));
  const findings = judge(facts, settings);
  console.log(given.json ? JSON.stringify(findings, null, 2) : report(facts, settings.stage, findings));
  return exitCode(findings);
}

/** The region of the context, else that of the credentials, as the CDK chooses it. */
async function regionOf(given: unknown): Promise<unknown> {
  if (given !== undefined) return given;
  const configured = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  return configured ?? new STSClient().config.region().catch(() => undefined);
}

async function identify({ region }: Settings): Promise<Identity | undefined> {
  try {
    return await readIdentity(region);
  } catch (error) {
    console.error(`The credentials cannot be used: ${explainAwsError(error)}`);
    console.error('Sign in first, such as with: aws sso login --profile NAME, then --profile NAME here (docs/deploy.md)');
    return undefined;
  }
}

function tried<Value>(read: () => Value, explain: (error: Error) => string): Value | undefined {
  try {
    return read();
  } catch (error) {
    console.error(explain(error as Error));
    return undefined;
  }
}
