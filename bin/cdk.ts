import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LOCAL_STAGE, type Settings } from '../lib/settings/index.ts';
import { preflight, readDeployedSettings, readPair } from './preflight/preflight.ts';
import { readMachine } from './preflight/read/machine.ts';
import { EXIT, exitCode, report } from './preflight/report.ts';

/**
 * `npm run deploy` and `npm run synth`: build whatever the CDK needs that is missing (ffmpeg, actors), and then run `cdk` with the given
 * options. `deploy` first checks this machine and the account, and stops before changing anything if it finds a problem.
 */

const USAGE = `npm run deploy -- -c stage=NAME [-c NAME=VALUE …] [--profile NAME] [--dry-run] [options of cdk deploy]
npm run synth -- [-c NAME=VALUE …] [options of cdk synth]
  -c NAME=VALUE    a setting (docs/deploy.md); settings in cdk.json also apply
  --profile NAME   an AWS CLI profile
  --dry-run        only print the obstacles and the commands that would run

Exit codes of a dry run: 0 ready, 1 changes required, 2 not everything could be checked`;

const ROOT = join(import.meta.dirname, '..');

const [command = '', ...args] = process.argv.slice(2);
const { values } = parseArgs({
  args,
  strict: false,
  options: {
    context: { type: 'string', short: 'c', multiple: true },
    profile: { type: 'string' },
    'dry-run': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
// `npm run deploy --dry-run` without `--` gives the option to npm, which passes it on as a variable.
const dryRun = values['dry-run'] === true || process.env.npm_config_dry_run === 'true';
const options = args.filter((arg) => arg !== '--dry-run');
try {
  if (values.help) console.log(USAGE);
  else process.exitCode = await (command === 'deploy' ? deploy() : synth());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = EXIT.change;
}

async function deploy(): Promise<number> {
  if (typeof values.profile === 'string') process.env.AWS_PROFILE = values.profile;
  const found = await preflight(readGiven());
  const code = exitCode(found.findings);
  if (dryRun || code === EXIT.change || !found.facts) console.log(report(found));
  const steps = await stepsFor(found.settings);
  if (dryRun) {
    console.log(`\nA deployment runs:\n${steps.map((step) => `  ${step.join(' ')}`).join('\n')}`);
    return code;
  }
  if (code === EXIT.change) console.error(`To deploy anyway, run: ${steps.map((step) => step.join(' ')).join(' && ')}`);
  return code === EXIT.change || !found.facts ? code : runAll(steps);
}

async function synth(): Promise<number> {
  const { settings } = await readDeployedSettings(readGiven());
  return runAll(await stepsFor(settings));
}

/** Returns the commands to run. Actors that are up to date are not baked again. */
async function stepsFor({ stage, architecture }: Settings): Promise<string[][]> {
  const builds = stage !== LOCAL_STAGE && !(await readMachine(ROOT, architecture)).ffmpeg;
  return [
    ...(builds ? [['sh', 'layers/ffmpeg/build.sh', architecture]] : []),
    ['node', 'bin/bake.ts'],
    ['npx', 'cdk', command, ...(command === 'deploy' ? ['--all'] : ['--quiet']), ...options],
  ];
}

/** Runs commands until one fails. @returns its exit code */
function runAll(steps: readonly string[][]): number {
  for (const [program = '', ...rest] of steps) {
    const { status, error } = spawnSync(program, rest, { cwd: ROOT, stdio: 'inherit' });
    if (error) throw error;
    if (status !== 0) return status ?? EXIT.change;
  }
  return EXIT.ready;
}

function readGiven(): Record<string, string> {
  const pairs = (values.context ?? []) as readonly (string | boolean)[];
  return Object.fromEntries(
    pairs.map((text) => {
      const pair = readPair(String(text));
      if (!pair) throw new Error(`-c must be NAME=VALUE, such as -c stage=live, got ${JSON.stringify(text)}`);
      return pair;
    }),
  );
}
