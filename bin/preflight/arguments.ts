import { parseArgs } from 'node:util';
import type { Context } from '../../lib/settings/index.ts';

/** The options of `npm run preflight`: those CDK options that select the target and the settings of a deployment. */
export interface PreflightOptions {
  /** What `-c NAME=VALUE` set. */
  context: Context;
  profile?: string;
  json: boolean;
  help: boolean;
}

/**
 * Reads the words after `npm run preflight --`.
 *
 * @throws TypeError, as parseArgs, or Error for a context without a value
 */
export function readPreflightOptions(args: readonly string[]): PreflightOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const context = Object.fromEntries((values.context ?? []).map(readPair));
  return { context, json: values.json, help: values.help, ...(values.profile && { profile: values.profile }) };
}

function readPair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new Error(`-c: expected NAME=VALUE, such as -c stage=live, but got ${JSON.stringify(text)}`);
}
