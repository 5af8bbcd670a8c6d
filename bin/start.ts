import { readFile } from 'node:fs/promises';
import { DEFAULT_ACTOR } from '@talking-avatar/contract';
import { createFaults, type Faults, type LogLine, readFaultPlan } from 'local-aws';
import { TASKS } from '#runtime/environment';
import { demoToken } from './local/demo-token.ts';
import { describeFailure, logFolder } from './local/failures.ts';
import { isDiskFull, reportFullDisk } from './local/full-disk.ts';
import { DEFAULT_MEMORY, MIN_MEMORY } from './local/memory.ts';
import { DEFAULT_DATA } from './local/running.ts';
import type { Served } from './local/serve.ts';
import { serveWhileBaking } from './local/serve-while-baking.ts';
import { readTool } from './tool.ts';

const USAGE = `npm start -- [--port N] [--data DIR] [--fresh] [--json] [--tts embedded|polly] [--voices FILE] [--faults FILE]
                [--memory MB]

  --port N       the port on 127.0.0.1 (default 3000; 0 selects a free one)
  --data DIR     folder for jobs, tokens and files (default ${DEFAULT_DATA})
  --fresh        empty the data folder first
  --tts NAME     speech engine: embedded (default), or polly, a local stand-in for Amazon Polly with the embedded voices
  --voices FILE  a manifest of neural voices installed by "npm run voices:add" (docs/voices.md)
  --faults FILE  rehearse failures: a plan of faults and their times (packages/local-aws/README.md)
  --memory MB    memory limit for the service and its functions (default: a quarter of this machine's, ${DEFAULT_MEMORY} MB)
  --json         print one line {"url", "token"} when the service is ready`;

const OPTIONS = {
  port: { type: 'string', default: '3000' },
  data: { type: 'string', default: DEFAULT_DATA },
  fresh: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  tts: { type: 'string' },
  voices: { type: 'string' },
  faults: { type: 'string' },
  memory: { type: 'string', default: String(DEFAULT_MEMORY) },
} as const;

const { values } = readTool(USAGE, OPTIONS, []);
try {
  await start();
} catch (error) {
  // The message explains how to fix the problem, so a stack trace would not help.
  const reason = isDiskFull(error) ? `the disk with ${values.data} is full; free some space and start again` : (error as Error).message;
  console.error(`Could not start the service: ${reason}`);
  process.exit(1);
}

async function start(): Promise<void> {
  const startedAt = performance.now();
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be a whole number from 0 to 65535, got ${values.port}`);
  const memory = Number(values.memory);
  if (!Number.isInteger(memory) || memory < MIN_MEMORY)
    throw new Error(`--memory must be a whole number of MB, ${MIN_MEMORY} or more, got ${values.memory}`);
  const options = {
    port,
    memory,
    onMemoryExceeded: console.error,
    onFault: reportFullDisk(values.data, console.error),
    data: values.data,
    fresh: values.fresh,
    onLog: (line: LogLine) => {
      const failure = describeFailure(line, logFolder(values.data));
      if (failure) console.error(failure);
    },
    ...(values.faults !== undefined && { faults: await readFaults(values.faults) }),
    context: {
      ...(values.tts !== undefined && { tts: values.tts }),
      ...(values.voices !== undefined && { voices: values.voices }),
    },
  };
  if (!values.json) console.log('Starting the service. The first time, packaging its functions takes a few seconds.\n');
  const service = await serveWhileBaking(options, { first: [DEFAULT_ACTOR], report: console.error });
  const token = await demoToken(values.data, service.outputs.TokensTable ?? '');
  if (values.json) console.log(JSON.stringify({ url: service.url, token }));
  else console.log(welcome(service, token, values.data, (performance.now() - startedAt) / 1000));
  stopOnSignals(service.stop);
}

async function readFaults(file: string): Promise<Faults> {
  const { ENVIRONMENTS } = await import('../lib/function/environments.ts');
  const targets = { function: Object.keys(ENVIRONMENTS), task: TASKS };
  return createFaults(readFaultPlan(await readFile(file, 'utf8'), targets));
}

/** npm forwards a copy of the first signal within this time, in ms. Any later signal comes from the user. */
const DUPLICATE_SIGNAL_WINDOW = 1_000;

/** Stops the service on SIGINT or SIGTERM; a second signal ends it immediately. */
function stopOnSignals(stop: () => Promise<void>): void {
  let since: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (since !== undefined && performance.now() - since > DUPLICATE_SIGNAL_WINDOW) process.exit(1);
      if (since === undefined) void stop();
      since ??= performance.now();
    });
  }
}

function welcome({ url, outputs }: Served, token: string, data: string, seconds: number): string {
  // The token after # is not sent to the service, and the page removes it from the URL.
  const studio = outputs.StudioUrl ? `\n  studio   ${outputs.StudioUrl}#token=${token}\n` : '';
  const job = {
    target_rig: 'metahuman',
    text: 'Hello! I can speak, and my face moves with it.',
    language: 'en-US',
    output: { type: 'csv' },
  };
  return `The avatar service is ready after ${seconds.toFixed(1)} s.
${studio}
  address  ${url}
  token    ${token}
  data     ${data}
  logs     ${logFolder(data)}

Submit a job:

  curl -s '${url}/lipsync/generate?token=${token}' -H 'content-type: application/json' \\
    -d '${JSON.stringify(job)}'

Then, with the id from the response:

  curl -s '${url}/status?token=${token}&id=ID'
  curl -sLOJ '${url}/download?token=${token}&id=ID'

Ctrl-C stops it.`;
}
