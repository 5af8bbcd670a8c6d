import { readFileSync } from 'node:fs';
import { closest, distance } from 'fastest-levenshtein';
import * as v from 'valibot';
import { LOCAL_STAGE } from './defaults.ts';
import { SETTING_NAMES, type Settings, settingsSchema } from './schema.ts';

/** CDK context: the settings, and whatever else the CDK keeps there. */
export type Context = Readonly<Record<string, unknown>>;

/**
 * Reads a deployment's settings from the CDK context.
 *
 * @throws Error that names each setting that is wrong or misspelt, what it must be, an example and where to set it.
 */
export function readSettings(context: Context): Settings {
  const given = Object.fromEntries(SETTING_NAMES.filter((name) => context[name] !== undefined).map((name) => [name, context[name]]));
  const result = v.safeParse(settingsSchema, given);
  const wrong = (result.issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}, but is ${JSON.stringify(issue.input)}`);
  const faults = [...misspelt(context), ...wrong];
  if (result.success && faults.length === 0) return result.output;
  throw new Error(`Wrong settings; correct them under "context" in cdk.json or with -c NAME=VALUE: ${faults.join('; ')}`);
}

/** Letters by which a name may differ from a setting's and still be taken for a misspelling of it. */
const MISSPELT = 2;

/** Names of the context that are close to a setting's; other names are the CDK's own, or belong to somebody else. */
function misspelt(context: Context): string[] {
  return Object.keys(context).flatMap((name) => {
    if ((SETTING_NAMES as readonly string[]).includes(name)) return [];
    const nearest = closest(name, SETTING_NAMES);
    return distance(name.toLowerCase(), nearest.toLowerCase()) <= MISSPELT ? [`${name} is no setting; did you mean ${nearest}?`] : [];
  });
}

/**
 * Adds account and region of the credentials, which the CDK passes to the app, where the context does not set them. The local stage
 * gets neither: its template must not depend on who is signed in.
 *
 * @param environment CDK_DEFAULT_ACCOUNT and CDK_DEFAULT_REGION
 */
export function withDestination(context: Context, environment: NodeJS.ProcessEnv): Context {
  if ((context.stage ?? LOCAL_STAGE) === LOCAL_STAGE) return context;
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = environment;
  return { ...(account && { account }), ...(region && { region }), ...context };
}

/** The context that cdk.json sets: what the CDK's command line would pass on. */
export function readContext(cdkJson: string): Context {
  const { context = {} } = JSON.parse(readFileSync(cdkJson, 'utf8')) as { context?: Context };
  return context;
}
