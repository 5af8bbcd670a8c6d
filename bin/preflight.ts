import { createInterface } from 'node:readline/promises';
import { type Preflight, preflight, readPair } from './preflight/preflight.ts';
import { describeIncrease, increasesOf, requestIncrease } from './preflight/raise.ts';
import { EXIT, exitCode, report } from './preflight/report.ts';
import { readTool } from './tool.ts';

/** `npm run preflight`: checks this machine and an AWS account before a deployment, and prints what needs to change. */

const USAGE = `npm run preflight -- -c stage=NAME [-c NAME=VALUE …] [--profile NAME] [--json] [--raise [--yes]]
  -c NAME=VALUE    a setting, as for cdk deploy; settings in cdk.json also apply
  --profile NAME   an AWS CLI profile
  --json           print the findings as JSON
  --raise          request the quota increases that the findings name, after a confirmation
  --yes            do not ask for a confirmation

Exit codes: 0 ready, 1 changes required, 2 not everything could be checked`;

const { values, refuse } = readTool(
  USAGE,
  {
    context: { type: 'string', short: 'c', multiple: true },
    profile: { type: 'string' },
    json: { type: 'boolean' },
    raise: { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  [],
);
const given = Object.fromEntries(
  (values.context ?? []).map(
    (text) => readPair(text) ?? refuse(`-c must be NAME=VALUE, such as -c stage=live, got ${JSON.stringify(text)}`),
  ),
);
if (values.profile) process.env.AWS_PROFILE = values.profile;
try {
  const found = await preflight(given);
  console.log(values.json ? JSON.stringify(found.findings, null, 2) : report(found));
  process.exitCode = exitCode(found.findings);
  if (values.raise) await raise(found);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = EXIT.change;
}

async function raise({ findings, settings: { region } }: Preflight): Promise<void> {
  const increases = increasesOf(findings);
  if (increases.length === 0) return console.error('No finding names a quota to raise.');
  console.error(`\nQuota increases for ${region}: ${increases.map(describeIncrease).join(', ')}`);
  if (!values.yes && !(await confirm('Request them from AWS? [y/N] '))) return console.error('Nothing was requested.');
  for (const increase of increases) {
    const { ok, outcome } = await requestIncrease(increase, region);
    console.error(`${describeIncrease(increase)}: ${outcome}`);
    if (!ok) process.exitCode = EXIT.change;
  }
}

/** Asks on the terminal. Without a terminal, for example in a CI pipeline, the answer is no. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
