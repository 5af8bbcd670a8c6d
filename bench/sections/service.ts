import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import autocannon from 'autocannon';
import type { Report } from 'local-aws';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { startService, tinyJob } from '../../test/e2e/service.ts';
import type { Figure, Section } from '../report.ts';

/** Durations of the speech, in s. */
const LENGTHS = [10, 60, 180];

/** Approximate speaking rate, in characters per second. */
const CHARACTERS_PER_SECOND = 15;

const STORY =
  'People who walk by the river in the morning often meet a man with a big brown dog. He moves slowly, and he looks at the boats. ' +
  'Maybe he was a sailor once, or maybe he only likes the water. My brother asked him about it. The man smiled, but he did not say much. ';

/** Measures how long it takes from running the command to the ready line, first with synthesis and bundling, and then without. */
export async function measureStart(): Promise<Section> {
  const data = await mkdtemp(join(tmpdir(), 'avatar-bench-'));
  try {
    await rm(join('dist', 'assembly'), { recursive: true, force: true });
    const first = await timeStart(data);
    const later = [await timeStart(data), await timeStart(data), await timeStart(data)].sort((a, b) => a - b);
    return {
      title: 'Service start',
      figures: [
        { name: 'first', value: first, unit: 's' },
        { name: 'from the second on, median', value: later[1] ?? Number.NaN, unit: 's', bar: '<= 5' },
      ],
    };
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

async function timeStart(data: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ['bin/start.ts', '--json', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: child.stdout }), 'line', { signal: AbortSignal.timeout(120_000) });
  const seconds = (performance.now() - began) / 1000;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return seconds;
}

/** Measures how fast jobs are accepted, and with what latency, while other jobs are running. */
export async function measureRequests(): Promise<Section> {
  const service = await startService({ capacity: 1 });
  try {
    const { url, token } = await service.as('bench');
    const load = (seconds: number) =>
      autocannon({
        url: `${url}/lipsync/generate?token=${token}`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(tinyJob),
        connections: 4,
        duration: seconds,
      });
    await load(3);
    const { requests, latency, non2xx, errors } = await load(10);
    return {
      title: 'generate under load (4 connections)',
      figures: [
        { name: 'accepted', value: requests.average, unit: 'per s' },
        { name: 'p50', value: latency.p50, unit: 'ms' },
        { name: 'p99', value: latency.p99, unit: 'ms' },
        { name: 'not accepted', value: non2xx + errors, unit: '', bar: '<= 0' },
      ],
    };
  } finally {
    await service.end();
  }
}

/** Measures complete jobs, from the POST request to `succeeded`, and how much memory their functions use. */
export async function measureJobs(): Promise<Section> {
  const memory = new Map<string, number>();
  const onReport = ({ functionName, maxMemoryUsed }: Report) =>
    memory.set(functionName, Math.max(maxMemoryUsed, memory.get(functionName) ?? 0));
  const service = await startService({}, { onReport });
  try {
    const client = await service.as('bench');
    await run(client, STORY.slice(0, 60));
    const figures: Figure[] = [];
    for (const seconds of LENGTHS) figures.push(...(await measureLength(client, seconds)));
    for (const [name, megabytes] of [...memory].sort()) {
      const label = name.replace(/^Avatar-local-(Pipeline|Api)/, '').replace(/Function[0-9A-F]+$/, '');
      figures.push({ name: `peak memory, ${label}`, value: megabytes, unit: 'MB' });
    }
    figures.push({ name: 'peak memory, service itself', value: process.resourceUsage().maxRSS / 1024, unit: 'MB' });
    return { title: 'Jobs, POST to succeeded', figures };
  } finally {
    await service.end();
  }
}

async function measureLength(client: Service, seconds: number): Promise<Figure[]> {
  const text = STORY.repeat(40).slice(0, seconds * CHARACTERS_PER_SECOND);
  const spoken = await run(client, text);
  const { audio } = await createEmbeddedEngine().speak({ text, language: 'en-GB', sex: 'male', speed: 1 });
  const recorded = await run(client, text, encodeWav(audio));
  const bars = { text: seconds === 10 ? '<= 5' : undefined, recording: seconds === 60 ? '<= 10' : undefined };
  return [
    figure(`text, ${seconds} s of speech`, spoken.took, 's', bars.text),
    figure(`text, ${seconds} s of speech`, spoken.duration / spoken.took, '× real time'),
    figure(`recording, ${seconds} s of speech`, recorded.took, 's', bars.recording),
    figure(`recording, ${seconds} s of speech`, recorded.duration / recorded.took, '× real time'),
  ];
}

const figure = (name: string, value: number, unit: string, bar?: string): Figure => ({
  name: `${name} (${unit})`,
  value,
  unit,
  ...(bar && { bar }),
});

async function run(client: Service, text: string, recording?: Uint8Array): Promise<{ took: number; duration: number }> {
  const began = performance.now();
  const id = await submit(client, { target_rig: 'metahuman', text, language: 'en-US', output: { type: 'csv' } }, recording);
  const ended = await watch(client, id);
  if (ended.status !== 'succeeded') throw new Error(`Job ended as ${ended.status}: ${ended.error?.message}`);
  return { took: (performance.now() - began) / 1000, duration: ended.output.duration ?? 0 };
}
