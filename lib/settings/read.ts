import { readFileSync } from 'node:fs';
import { findNearestName } from '@talking-avatar/contract';
import * as v from 'valibot';
import { LOCAL_STAGE } from './defaults.ts';
import { SETTING_NAMES, type Settings, settingsSchema } from './schema.ts';

/** CDK context: the settings, plus the values that the CDK itself uses. */
export type Context = Readonly<Record<string, unknown>>;

/**
 * Reads settings from the CDK context.
 * @throws Error that lists each invalid or unknown setting with its expected value, an example, and where to set it
 */
export function readSettings(context: Context): Settings {
  const given = Object.fromEntries(SETTING_NAMES.filter((name) => context[name] !== undefined).map((name) => [name, context[name]]));
  const result = v.safeParse(settingsSchema, given);
  const wrong = (result.issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}, got ${JSON.stringify(issue.input)}`);
  const faults = [...findUnknown(context), ...wrong];
  if (result.success && faults.length === 0) return result.output;
  throw new Error(`Invalid settings; correct them under "context" in cdk.json or with -c NAME=VALUE: ${faults.join('; ')}`);
}

/** Context values that belong to the CDK (`@aws-cdk/core:…`, `aws:cdk:…`) or to its lookups have one of these characters in their name. */
const CDK_NAME = /[:@/]/;

/** Finds names that are not settings, and suggests the most similar setting. */
function findUnknown(context: Context): string[] {
  const unknown = Object.keys(context).filter((name) => !CDK_NAME.test(name) && !(SETTING_NAMES as readonly string[]).includes(name));
  return unknown.map((name) => `${name} is not a setting; ${suggestFor(name)}`);
}

function suggestFor(name: string): string {
  const words = SETTING_NAMES.filter((setting) => setting.toLowerCase().endsWith(name.toLowerCase()));
  const nearest = words.length === 1 ? words[0] : findNearestName(name, SETTING_NAMES);
  return nearest ? `did you mean ${nearest}?` : 'docs/deploy.md lists the settings';
}

/**
 * Adds the account and region of the credentials (CDK_DEFAULT_ACCOUNT, CDK_DEFAULT_REGION) if they are not in the context. They are not
 * added for the local stage because its template must not depend on who is signed in.
 */
export function withDestination(context: Context, environment: NodeJS.ProcessEnv): Context {
  if ((context.stage ?? LOCAL_STAGE) === LOCAL_STAGE) return context;
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = environment;
  return { ...(account && { account }), ...(region && { region }), ...context };
}

/** Reads the context in cdk.json the way the CDK command line would pass it. */
export function readContext(cdkJson: string): Context {
  const { context = {} } = JSON.parse(readFileSync(cdkJson, 'utf8')) as { context?: Context };
  return context;
}
