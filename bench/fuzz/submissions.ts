import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '@talking-avatar/client';
import type { ErrorBody } from '@talking-avatar/contract';
import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import { damageFiles, encodeSeeds, STRANGERS } from '@talking-avatar/speech/testing';
import { type Service, statusOf, submit } from '../../bin/demo/client.ts';

/** How a submission ended. If the ending is invalid, `fault` says why. */
export interface Ending {
  end: 'refused' | 'failed' | 'succeeded' | 'none';
  seconds: number;
  fault?: string;
}

const JOB = { target_rig: 'arkit', text: 'Bring two maps.', language: 'en-US', output: { type: 'csv' } };

/** Polling interval, in ms. Each status request takes about 25 ms of CPU time. */
const POLL = 500;

/** Number of files that are not recordings. */
export const STRANGER_COUNT = Object.keys(STRANGERS).length;

/** Creates files that are not recordings, followed by damaged recordings of a sentence in every format. */
export async function fuzzedRecordings(count: number, seed: number): Promise<Buffer[]> {
  const { audio } = await createEmbeddedEngine().speak({ ...JOB, language: 'en-US', sex: 'female', speed: 0.9 });
  const folder = await mkdtemp(join(tmpdir(), 'fuzzed-audio-'));
  try {
    const file = join(folder, 'speech.wav');
    await writeFile(file, encodeWav(audio));
    const damaged = damageFiles(await encodeSeeds(['-i', file], folder), Math.max(0, count - STRANGER_COUNT), seed);
    return [...Object.values(STRANGERS), ...damaged].slice(0, count);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Sends a recording with a transcript and waits for the job to end. The job must be rejected, fail because of the recording, or succeed.
 */
export const sendRecording = (client: Service, recording: Uint8Array, timeout: number): Promise<Ending> =>
  send(client, 'audio', JOB, timeout, recording);

/** Sends text and waits for the job to end. The job must be rejected, fail because of the text, or succeed. */
export const sendText = (client: Service, text: string, timeout: number): Promise<Ending> =>
  send(client, 'text', { ...JOB, text }, timeout);

/** Sends inputs with limited concurrency. */
export async function sendAll<Input>(
  inputs: readonly Input[],
  atOnce: number,
  send: (input: Input) => Promise<Ending>,
  see: (ending: Ending, number: number, ended: number) => void = () => {},
): Promise<Ending[]> {
  const endings: Ending[] = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < inputs.length; i = next++) {
      const ending = await send(inputs[i]!);
      see(ending, i, endings.push(ending));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return endings;
}

async function send(client: Service, field: string, job: object, timeout: number, recording?: Uint8Array): Promise<Ending> {
  const began = performance.now();
  const ended = (end: Ending['end'], fault?: string): Ending => ({
    end,
    seconds: (performance.now() - began) / 1000,
    ...(fault && { fault }),
  });
  try {
    const id = await submit(client, job, recording);
    while (performance.now() - began < timeout) {
      const { status, error } = await statusOf(client, id);
      if (status === 'succeeded') return ended(status);
      if (status === 'failed') return ended(status, faultOf(field, error));
      await pause(POLL);
    }
    return ended('none', `job ${id} did not end within ${timeout / 1000} s`);
  } catch (error) {
    if (error instanceof ServiceError) return ended('refused', faultOf(field, error.body));
    return ended('none', `${error}`);
  }
}

/** Checks an error about an input. It must have code 400, and name the field and the reason. */
function faultOf(field: string, error: ErrorBody | null): string | undefined {
  if (error?.code === 400 && error.message.startsWith(`${field}: `) && error.message.length > field.length + 10) return;
  return `returned ${JSON.stringify(error)}`;
}
