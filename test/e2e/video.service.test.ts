import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { openGpu } from '@talking-avatar/avatar/render';
import { AAC_SAMPLE_RATE, type Audio, decodeAudio, measureLoudness } from '@talking-avatar/speech';
import { busyness, levelAt, record, WHISTLE } from '@talking-avatar/speech/testing';
import { readFaultPlan } from 'local-aws';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { listLeases } from '#jobs';
import { download, type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { type SharedService, sharedService } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

const VIDEO = {
  target_rig: 'metahuman',
  // Long enough for two segments.
  text: 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen.',
  language: 'en-US',
  actor: 'hiro',
  camera: 0,
  output: { type: 'video', width: 128, height: 128, fps: 24 },
};

let service: SharedService;
let client: Service;

/** How many segments have started and how many have ended, according to the function logs. */
let starts = 0;
let ends = 0;

beforeAll(async () => {
  const onLog = ({ functionName, line }: { functionName: string; line: string }) => {
    if (!/Render/.test(functionName)) return;
    if (line.startsWith('START')) starts++;
    if (line.startsWith('END')) ends++;
  };
  service = await sharedService({ onLog });
  client = await service.as('videos');
});
afterEach(() => service?.faults.disarm());
afterAll(() => service?.end());

/** Injects a fault into rendering. */
const inject = (fault: object) =>
  service.faults.arm(readFaultPlan(JSON.stringify({ faults: [{ on: 'function:render', ...fault }] })).faults);

/** Lists the rendering processes of the service. */
function renderers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        return (
          environment.some((entry) => /^AWS_LAMBDA_FUNCTION_NAME=.*Render/.test(entry)) &&
          environment.includes(`AWS_ENDPOINT_URL=${process.env.AWS_ENDPOINT_URL}`) &&
          /bootstrap\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Returns the CPU time of a process, in s. */
function timeOf(pid: number): number {
  try {
    // Fields 14 and 15, which come after the name in parentheses, in ticks of 10 ms (proc_pid_stat(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

const computed = (): number => renderers().reduce((sum, pid) => sum + timeOf(pid), 0);

/** Finds the rendering process that uses the most CPU time, because the others may be idle. */
async function findBusiest(): Promise<number> {
  const before = new Map(renderers().map((pid) => [pid, timeOf(pid)]));
  const growth = (pid: number) => timeOf(pid) - (before.get(pid) ?? 0);
  await vi.waitUntil(() => [...before.keys()].some((pid) => growth(pid) >= 0.2), 120_000);
  return [...before.keys()].reduce((a, b) => (growth(a) > growth(b) ? a : b));
}

async function keysOf(id: string): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: service.outputs.Bucket, Prefix: `jobs/${id}/` });
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(command);
  return Contents.map(({ Key = '' }) => Key.slice(`jobs/${id}/`.length));
}

describe.skipIf(!gpu || process.platform !== 'linux')('a video', () => {
  it('is complete after a render process was killed, and only its segment is rendered again', async () => {
    starts = 0;
    const id = await submit(client, VIDEO);
    await vi.waitUntil(() => starts > 0, { timeout: 120_000, interval: 20 });
    process.kill(await findBusiest(), 'SIGKILL');
    const progress: number[] = [];
    const ended = await watch(client, id, (job) => progress.push(job.progress));
    expect(ended.status).toBe('succeeded');
    expect(starts).toBe(3);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(ended.output.artifacts).toEqual(expect.arrayContaining(['result', 'audio', 'captions', 'timeline', 'poster']));
    const video = Buffer.from(await download(client, id));
    expect(video.subarray(4, 8).toString()).toBe('ftyp');
    const poster = Buffer.from(await download(client, id, 'poster'));
    expect([...poster.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect((await keysOf(id)).filter((key) => key.startsWith('segments/'))).toEqual([]);
  });

  it("preserves a recording's audio, including frequencies above the range that alignment uses", async () => {
    const text = 'Bring two maps.';
    const recording = await record(text, ['-c:a', 'flac', '-f', 'flac']);
    const server = createServer((_, response) => response.end(recording)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const audio_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/talk.flac`;
    const id = await submit(client, { ...VIDEO, text, audio_url });
    const ended = await watch(client, id).finally(() => server.close());
    expect(ended.status).toBe('succeeded');
    const sent = await decodeAudio(recording, { sampleRate: AAC_SAMPLE_RATE });
    const video = await decodeAudio(await download(client, id), { sampleRate: AAC_SAMPLE_RATE });
    expect(Math.abs(video.samples.length - sent.samples.length)).toBeLessThan(AAC_SAMPLE_RATE / 30);
    expect(Math.abs(measureLoudness(video).integrated + 16)).toBeLessThan(1);
    const whistle = ({ samples }: Audio) => levelAt(samples, AAC_SAMPLE_RATE, WHISTLE);
    expect(whistle(video)).toBeGreaterThan(0.5 * whistle(sent));
  });

  it('releases its lease and stops rendering within 5 s when it is cancelled', async () => {
    // Segments are long enough that each step checks on its job again before the segment ends.
    const id = await submit(client, { ...VIDEO, text: 'A long and slow story about many things. '.repeat(40) });
    const before = starts;
    while ((await statusOf(client, id)).progress <= 0.15) await pause(200);
    expect(starts).toBeGreaterThan(before);
    const began = Date.now();
    const answer = await fetch(`${client.url}/lipsync/cancel?id=${id}&token=${client.token}`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({ id, status: 'cancelled', finished_at: expect.any(String) });
    const hasLease = async () => (await listLeases({ table: service.outputs.CapacityTable ?? '', size: 1 })).some(({ job }) => job === id);
    const within = 5_000 * busyness();
    /** Waits until a condition is true or the time limit has been exceeded. @returns the elapsed time, in ms */
    const until = async (isOver: () => Promise<boolean>): Promise<number> => {
      while (!(await isOver()) && Date.now() - began < within) await pause(20);
      return Date.now() - began;
    };
    const [freed, ended] = await Promise.all([until(async () => !(await hasLease())), until(async () => ends === starts)]);
    console.info(`A cancelled video released its lease after ${freed} ms and stopped rendering after ${ended} ms`);
    expect(ends).toBe(starts);
    expect(await hasLease()).toBe(false);
    // Nothing is started again, and nothing uses the CPU.
    const [started, busy] = [starts, computed()];
    await pause(1_000);
    expect(starts).toBe(started);
    expect(computed() - busy).toBeLessThan(0.3);
    expect(await statusOf(client, id)).toMatchObject({ status: 'cancelled' });
    expect(await keysOf(id)).toEqual([]);
  });

  it('fails with the segment and the reason if it cannot be rendered, and deletes its segments', async () => {
    inject({ do: 'kill', ms: 50, times: 100 });
    const id = await submit(client, VIDEO);
    const job = await watch(client, id);
    expect(job).toMatchObject({ status: 'failed', error: { title: 'Internal error', code: 500 } });
    expect(job.error?.message).toMatch(/^Segment [01] of the video \(frames \d+ to \d+\) could not be rendered: Runtime\.ExitError\./);
    expect((await keysOf(id)).filter((key) => /segments|poster/.test(key))).toEqual([]);
  });
});
