import { DEFAULT_IDENTIFIERS } from '@talking-avatar/contract';
import { type CheckReport, checkService } from '#canary';
import { invokeCanary } from './smoke/invoke.ts';
import { readTool, type ToolOptions } from './tool.ts';

const USAGE = `npm run smoke -- --url URL [--rig NAME] | --stage NAME | --data DIR

Runs a test job and checks its file. With --url, set the token in AVATAR_TOKEN.`;

const OPTIONS = {
  url: { type: 'string' },
  rig: { type: 'string', default: DEFAULT_IDENTIFIERS.blendshape },
  token: { type: 'string' },
  stage: { type: 'string' },
  data: { type: 'string' },
} as const satisfies ToolOptions;

/**
 * `npm run smoke`: checks a service from the outside, or runs its canary. Exits with 0 on success, 1 on failure, and 2 if the options are
 * invalid.
 */
const { values, refuse } = readTool(USAGE, OPTIONS, []);
const { url, rig, stage, data, token = process.env.AVATAR_TOKEN } = values;
if ([url, stage, data].filter((target) => target !== undefined).length !== 1)
  refuse('Missing option: pass exactly one of --url, --stage, and --data');
if (url !== undefined && !URL.canParse(url)) refuse(`--url must be a URL such as https://avatar.example.com, got ${url}`);
if (url !== undefined && !token) refuse('--url requires a token; set AVATAR_TOKEN or --token');

const report: CheckReport =
  url === undefined ? await invokeCanary({ stage, data }) : await checkService({ url, token: token ?? '' }, { rig });
console.log(JSON.stringify(report));
if (!report.ok) console.error(`The check failed at step ${report.failed}: ${report.reason}`);
process.exitCode = report.ok ? 0 : 1;
