import { setTimeout as pause } from 'node:timers/promises';
import { paginateGetExecutionHistory, SFNClient } from '@aws-sdk/client-sfn';
import type { JobStatusView } from '@talking-avatar/contract';
import { createFaults, readFaultPlan } from 'local-aws';
import { expect } from 'vitest';
import type { Service } from '../../bin/demo/client.ts';
import { startService } from './service.ts';

/** Videos submitted at once. */
export const VIDEOS = 5;
const video = (text: string) => ({
  target_rig: 'metahuman',
  text,
  language: 'en-US',
  actor: 'hiro',
  camera: 0,
  output: { type: 'video', width: 128, height: 128, fps: 24 },
});
/** About one second: one segment. */
export const SHORT = video('Good morning.');
/** Nearly seven seconds: three segments of two. */
export const LONG = video(
  'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen. One two three four five.',
);

/** Polling interval, ms: an answer takes as much processor time as two frames. */
const STATUS_PAUSE = 500;

/**
 * Delays of the infrastructure are divided by ten, and each segment idles for another four seconds: it occupies its execution like one
 * that renders for most of a minute.
 */
const PLAN = JSON.stringify({
  timeScale: 10,
  faults: [{ on: 'function:render', times: 1_000, do: 'delay', ms: 4_000 }],
});

/** Answers that a client received. */
interface Answers {
  /** Requests, all of which were eventually answered. */
  requests: number;
  /** Answers 429, after which the request was repeated. */
  busy: number;
  /** Maximum attempts of one request. */
  most: number;
}

/** Repeats a request while it is answered with 429, or with 503 on a busy machine; the final answer must be 200. */
async function persist(send: () => Promise<Response>, answers: Answers): Promise<unknown> {
  answers.requests += 1;
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    const body: unknown = await answer.json();
    answers.most = Math.max(answers.most, tries);
    if (answer.status !== 429 && answer.status !== 503) {
      expect([answer.status, body]).toEqual([200, body]);
      return body;
    }
    answers.busy += 1;
    if (answer.status === 429)
      expect(body).toEqual({
        title: 'Too many requests',
        message: 'The service has too much to do at this moment; wait a second and try again.',
        code: 429,
      });
    await pause(Number(answer.headers.get('retry-after')) * 1000);
  }
}

/** Submits all videos at once, and polls each until it has ended. */
async function makeVideos(client: Service, specification: object): Promise<{ videos: JobStatusView[]; answers: Answers }> {
  const answers: Answers = { requests: 0, busy: 0, most: 0 };
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(specification);
  const make = async () => {
    const post = () => fetch(`${client.url}/lipsync/generate`, { method: 'POST', headers, body });
    const { id } = (await persist(post, answers)) as { id: string };
    for (;;) {
      const ask = () => fetch(`${client.url}/status?id=${id}`, { headers });
      const job = (await persist(ask, answers)) as JobStatusView;
      if (job.status !== 'queued' && job.status !== 'running') return job;
      await pause(STATUS_PAUSE);
    }
  };
  return { videos: await Promise.all(Array.from({ length: VIDEOS }, make)), answers };
}

/** Number of segments planned for a job's video, from the history of its execution. */
async function segmentsOf(stateMachine: string, id: string): Promise<number> {
  const executionArn = `${stateMachine.replace(':stateMachine:', ':execution:')}:${id}`;
  let segments = 0;
  for await (const { events = [] } of paginateGetExecutionHistory({ client: new SFNClient() }, { executionArn }))
    for (const { mapStateStartedEventDetails: map } of events) segments += map?.length ?? 0;
  return segments;
}

/** Outcome of the videos. */
export interface Outcome {
  videos: readonly JobStatusView[];
  answers: Answers;
  /** Planned segments of all videos, and rendering invocations. */
  segments: number;
  renders: number;
  /** Functions whose invocations Lambda throttled. */
  throttles: readonly string[];
}

/**
 * Makes five videos at once in an account with ten concurrent executions.
 *
 * @param context settings
 */
export async function runVideos(context: Record<string, unknown>, specification: object): Promise<Outcome> {
  let renders = 0;
  const throttles: string[] = [];
  const service = await startService(context, {
    accountConcurrency: 10,
    faults: createFaults(readFaultPlan(PLAN)),
    onReport: ({ functionName }) => {
      if (functionName.includes('PipelineRender')) renders += 1;
    },
    onThrottle: ({ functionName }) => throttles.push(functionName.replace(/^Avatar-local-|Function\w+$/g, '')),
  });
  try {
    const began = performance.now();
    const { videos, answers } = await makeVideos(await service.as('videos'), specification);
    const seconds = Math.round((performance.now() - began) / 1000);
    let segments = 0;
    for (const { id } of videos) segments += await segmentsOf(service.outputs.StateMachine ?? '', id);
    const by = Object.entries(Object.groupBy(throttles, (one) => one)).map(([one, all = []]) => `${one} ${all.length}`);
    console.info(
      `Five videos: ${seconds} s, ${segments} segments, ${renders} renders; ${answers.requests} requests, ${answers.busy} answers 429, at most ${answers.most} attempts; ${throttles.length} invocations throttled (${by.join(', ')})`,
    );
    return { videos, answers, segments, renders, throttles };
  } finally {
    await service.end();
  }
}
