import { setTimeout as pause } from 'node:timers/promises';
import { paginateGetExecutionHistory, SFNClient } from '@aws-sdk/client-sfn';
import type { JobStatusView } from '@talking-avatar/contract';
import { createFaults, readFaultPlan } from 'local-aws';
import { expect } from 'vitest';
import type { Service } from '../../bin/demo/client.ts';
import { startService } from './service.ts';

/** Number of videos to submit at the same time. */
export const VIDEOS = 5;
const video = (text: string) => ({
  target_rig: 'metahuman',
  text,
  language: 'en-US',
  actor: 'hiro',
  camera: 0,
  output: { type: 'video', width: 128, height: 128, fps: 24 },
});
/** About one second long, which is one segment. */
export const SHORT = video('Good morning.');
/** Nearly seven seconds long, which is three segments of two seconds each. */
export const LONG = video(
  'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen. One two three four five.',
);

/** Polling interval, in ms. Each response takes as much CPU time as two frames. */
const STATUS_PAUSE = 500;

/**
 * Infrastructure delays are divided by twenty. Each segment stays idle for another four seconds, so that it occupies its execution like a
 * segment that takes most of a minute to render.
 */
const PLAN = JSON.stringify({
  timeScale: 20,
  faults: [{ on: 'function:render', times: 1_000, do: 'delay', ms: 4_000 }],
});

/** The responses that a client received. */
interface Answers {
  /** Number of requests. In the end, all of them got a response. */
  requests: number;
  /** Number of 429 responses. The request was repeated after each one. */
  busy: number;
}

/** Repeats a request as long as the response is 429, or 503 because the machine is busy. The final response must be 200. */
async function persist(send: () => Promise<Response>, answers: Answers): Promise<unknown> {
  answers.requests += 1;
  for (;;) {
    const answer = await send();
    const body: unknown = await answer.json();
    if (answer.status !== 429 && answer.status !== 503) {
      expect([answer.status, body]).toEqual([200, body]);
      return body;
    }
    if (answer.status === 429) {
      answers.busy += 1;
      expect(body).toEqual({
        title: 'Too many requests',
        message: 'The service is busy or cannot be reached; wait a second and try again.',
        code: 429,
      });
    }
    await pause(Number(answer.headers.get('retry-after')) * 1000);
  }
}

/**
 * Submits all videos and polls until they have ended. Requests are sent one at a time, so a single free execution is enough for the API.
 */
async function makeVideos(client: Service, specification: object): Promise<{ videos: JobStatusView[]; answers: Answers }> {
  const answers: Answers = { requests: 0, busy: 0 };
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(specification);
  const post = () => fetch(`${client.url}/lipsync/generate`, { method: 'POST', headers, body });
  for (let video = 0; video < VIDEOS; video += 1) await persist(post, answers);
  for (;;) {
    const list = () => fetch(`${client.url}/status`, { headers });
    const { jobs } = (await persist(list, answers)) as { jobs: JobStatusView[] };
    if (jobs.every(({ finished_at }) => finished_at !== null)) return { videos: jobs, answers };
    await pause(STATUS_PAUSE);
  }
}

/** Returns how many segments were planned for the video of a job, according to its execution history. */
async function segmentsOf(stateMachine: string, id: string): Promise<number> {
  const executionArn = `${stateMachine.replace(':stateMachine:', ':execution:')}:${id}`;
  let segments = 0;
  for await (const { events = [] } of paginateGetExecutionHistory({ client: new SFNClient() }, { executionArn }))
    for (const { mapStateStartedEventDetails: map } of events) segments += map?.length ?? 0;
  return segments;
}

/** Outcome of all videos. */
export interface Outcome {
  videos: readonly JobStatusView[];
  answers: Answers;
  /** Number of segments planned in all videos, and number of times that rendering was invoked. */
  segments: number;
  renders: number;
  /** Functions that Lambda throttled. */
  throttles: readonly string[];
}

/**
 * Renders five videos at the same time in an account that is limited to ten concurrent executions.
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
      `Five videos: ${seconds} s, ${segments} segments, ${renders} renders; ${answers.requests} requests, ${answers.busy} answers 429; ${throttles.length} invocations throttled (${by.join(', ')})`,
    );
    return { videos, answers, segments, renders, throttles };
  } finally {
    await service.end();
  }
}
