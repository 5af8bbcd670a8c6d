import { setTimeout as pause } from 'node:timers/promises';
import { paginateGetExecutionHistory, SFNClient } from '@aws-sdk/client-sfn';
import type { JobStatusView } from '@talking-avatar/contract';
import { createFaults, readFaultPlan } from 'local-aws';
import { expect } from 'vitest';
import type { Service } from '../../bin/demo/client.ts';
import { startService } from './service.ts';

/** Videos that arrive at once. */
export const VIDEOS = 5;
const video = (text: string) => ({
  target_rig: 'metahuman',
  text,
  language: 'en-US',
  actor: 'hiro',
  camera: 0,
  output: { type: 'video', width: 128, height: 128, fps: 24 },
});
/** About one second, which is one segment. */
export const SHORT = video('Good morning.');
/** Nearly seven seconds: enough for three segments of two. */
export const LONG = video(
  'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen. One two three four five.',
);

/** Pause between two questions after a video, ms: each answer takes as much of the processor as two frames. */
const STATUS_PAUSE = 500;

/**
 * All pauses of the infrastructure are a tenth as long, and each segment takes four seconds more without any computing: it holds its
 * execution like one that renders for most of a minute.
 */
const PLAN = JSON.stringify({
  timeScale: 10,
  faults: [{ on: 'function:render', times: 1_000, do: 'delay', ms: 4_000 }],
});

/** What a client saw while the videos were made. */
interface Answers {
  /** Requests, all of which had their answer in the end. */
  requests: number;
  /** Answers 429, after each of which the request was sent again. */
  busy: number;
  /** Most tries of one request. */
  most: number;
}

/** Sends a request until it is answered with something else than 429, or 503 on a busy machine; this must be 200. */
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

/** Submits the videos all at once, and asks after each of them until it has ended. */
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

/** Segments that a job's video was planned in, by the history of its execution. */
async function segmentsOf(stateMachine: string, id: string): Promise<number> {
  const executionArn = `${stateMachine.replace(':stateMachine:', ':execution:')}:${id}`;
  let segments = 0;
  for await (const { events = [] } of paginateGetExecutionHistory({ client: new SFNClient() }, { executionArn }))
    for (const { mapStateStartedEventDetails: map } of events) segments += map?.length ?? 0;
  return segments;
}

/** What became of the videos. */
export interface Outcome {
  videos: readonly JobStatusView[];
  answers: Answers;
  /** Segments of all videos by their plans, and invocations that rendered. */
  segments: number;
  renders: number;
  /** Functions of the invocations that Lambda refused. */
  throttles: readonly string[];
}

/**
 * Runs five videos that arrive at once in an account with ten concurrent executions.
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
      `Five videos: ${seconds} s, ${segments} segments, ${renders} renders; ${answers.requests} requests, ${answers.busy} answers 429, ${answers.most} tries at most; ${throttles.length} invocations refused (${by.join(', ')})`,
    );
    return { videos, answers, segments, renders, throttles };
  } finally {
    await service.end();
  }
}
