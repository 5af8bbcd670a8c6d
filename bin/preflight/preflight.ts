import { join } from 'node:path';
import { STSClient } from '@aws-sdk/client-sts';
import { type Context, LOCAL_STAGE, readContext, readSettings, type Settings } from '../../lib/settings/index.ts';
import { explainAwsError } from '../aws/explain-error.ts';
import type { Facts } from './facts.ts';
import { judgePrices } from './judge/deployment.ts';
import { type Finding, judge } from './judge/index.ts';
import { judgeMachine } from './judge/machine.ts';
import { readMachine } from './read/machine.ts';
import { readFacts, readIdentity } from './read/read.ts';

/** The context variable that selects a bootstrap stack, and its default. */
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';
const DEFAULT_QUALIFIER = 'hnb659fds';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Preflight {
  settings: Settings;
  /** Undefined without valid credentials. */
  facts?: Facts;
  findings: Finding[];
}

/** Parses `NAME=VALUE`. @returns undefined if the text does not have this form */
export function readPair(text: string): [string, string] | undefined {
  const at = text.indexOf('=');
  return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : undefined;
}

/** Reads the settings that a deployment would use. @throws Error for an invalid setting */
export async function readDeployedSettings(given: Context): Promise<{ context: Context; settings: Settings }> {
  const context = { ...readContext(join(ROOT, 'cdk.json')), ...given };
  const settings = readSettings({ ...context, region: await regionOf(context.region) });
  return { context, settings };
}

/**
 * Checks this machine and the account for a deployment, without changing anything.
 * @throws Error for an invalid setting, or for the local stage
 */
export async function preflight(given: Context): Promise<Preflight> {
  const { context, settings } = await readDeployedSettings(given);
  if (settings.stage === LOCAL_STAGE)
    throw new Error(`The stage ${LOCAL_STAGE} runs on this machine; use a deployed one, such as -c stage=live`);
  const machine = readMachine(ROOT, settings.architecture).then((found) => judgeMachine(found, settings));
  try {
    const identity = await readIdentity(settings.region);
    const facts = await readFacts(settings, identity, String(context[QUALIFIER] ?? DEFAULT_QUALIFIER));
    return { settings, facts, findings: [...(await machine), ...judge(facts, settings)] };
  } catch (error) {
    return { settings, findings: [...(await machine), judgeCredentials(error), judgePrices(settings)] };
  }
}

const judgeCredentials = (error: unknown): Finding => ({
  level: 'unread',
  subject: 'Account',
  found: `Could not use the credentials: ${explainAwsError(error)}`,
  advice: ['Sign in first, for example with: aws sso login --profile NAME; then add --profile NAME here (docs/deploy.md)'],
});

/** Returns the region in the context, or else the default region of the credentials, like the CDK. */
async function regionOf(region: unknown): Promise<unknown> {
  if (region !== undefined) return region;
  const configured = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  return configured ?? new STSClient().config.region().catch(() => undefined);
}
