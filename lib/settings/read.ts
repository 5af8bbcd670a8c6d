import { readFileSync } from 'node:fs';
import { closest, distance } from 'fastest-levenshtein';
import * as v from 'valibot';
import { LOCAL_STAGE } from './defaults.ts';
import { SETTING_NAMES, type Settings, settingsSchema } from './schema.ts';

/** CDK context: the settings and the CDK's own values. */
export type Context = Readonly<Record<string, unknown>>;

/**
 * Reads settings from the CDK context.
 * @throws Error that lists each invalid or misspelled setting with its expected value, an example, and where to set it
 */
export function readSettings(context: Context): Settings {
  const given = Object.fromEntries(SETTING_NAMES.filter((name) => context[name] !== undefined).map((name) => [name, context[name]]));
  const result = v.safeParse(settingsSchema, given);
  const wrong = (result.issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}, got ${JSON.stringify(issue.input)}`);
  const faults = [...findMisspelled(context), ...wrong];
  if (result.success && faults.length === 0) return result.output;
  throw new Error(`Invalid settings; correct them under "context" in cdk.json or with -c NAME=VALUE: ${faults.join('; ')}`);
}

/** Maximum edit distance for a misspelled setting. */
const MAX_TYPOS = 2;

/** Finds names that are close to a setting's. Other names belong to the CDK or another program. */
function findMisspelled(context: Context): string[] {
  return Object.keys(context).flatMap((name) => {
    if ((SETTING_NAMES as readonly string[]).includes(name)) return [];
    const nearest = closest(name, SETTING_NAMES);
    return distance(name.toLowerCase(), nearest.toLowerCase()) <= MAX_TYPOS ? [`${name} is not a setting; did you mean ${nearest}?`] : [];
  });
}

/**
 * Adds the credentials' account and region (CDK_DEFAULT_ACCOUNT, CDK_DEFAULT_REGION) if the context does not have them. They are not added
 * for the local stage, because its template must not depend on who is signed in.
 */
export function withDestination(context: Context, environment: NodeJS.ProcessEnv): Context {
  if ((context.stage ?? LOCAL_STAGE) === LOCAL_STAGE) return context;
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = environment;
  return { ...(account && { account }), ...(region && { region }), ...context };
}

/** Reads the context in cdk.json, as the CDK's command line would pass it. */
export function readContext(cdkJson: string): Context {
  const { context = {} } = JSON.parse(readFileSync(cdkJson, 'utf8')) as { context?: Context };
  return context;
}
