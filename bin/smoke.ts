import type { parseArgs } from 'node:util';
import { DEFAULT_IDENTIFIERS } from '@talking-avatar/contract';
import { type CheckReport, checkService } from '#canary';
import { invokeCanary } from './smoke/invoke.ts';
import { readTool } from './tool.ts';

const USAGE =
  'npm run smoke -- --url URL [--rig NAME] (with the token in AVATAR_TOKEN) | --stage NAME | --data DIR: make a test job and check its file';

const OPTIONS = {
  url: { type: 'string' },
  rig: { type: 'string', default: DEFAULT_IDENTIFIERS.blendshape },
  token: { type: 'string' },
  stage: { type: 'string' },
  data: { type: 'string' },
} as const satisfies NonNullable<Parameters<typeof parseArgs>[0]>['options'];

/** Checks a service from outside, or runs its canary. Exit code: 0 if the test job succeeded, 1 if it failed, 2 for wrong options. */
const { values, refuse } = readTool(USAGE, OPTIONS, []);
const { url, rig, stage, data, token = process.env.AVATAR_TOKEN } = values;
if ([url, stage, data].filter((target) => target !== undefined).length !== 1)
  refuse('Name the service by one of --url, --stage and --data');
if (url !== undefined && !URL.canParse(url)) refuse(`--url: ${url} is no address, such as https://avatar.example.com`);
if (url !== undefined && !token) refuse('--url needs a token: set AVATAR_TOKEN, or give --token');

const report: CheckReport =
  url === undefined ? await invokeCanary({ stage, data }) : await checkService({ url, token: token ?? '' }, { rig });
console.log(JSON.stringify(report));
if (!report.ok) console.error(`The check failed at the step ${report.failed}: ${report.reason}`);
process.exitCode = report.ok ? 0 : 1;
