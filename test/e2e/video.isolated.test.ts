import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { openGpu } from '@talking-avatar/avatar/render';
import { AAC_SAMPLE_RATE, type Audio, decodeAudio, measureLoudness } from '@talking-avatar/speech';
import { busyness, levelAt, record, WHISTLE } from '@talking-avatar/speech/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listLeases } from '#jobs';
import { download, type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

const VIDEO = {
  target_rig: 'metahuman',
  // Long enough for two segments.
  text: 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.',
  language: 'en-US',
  actor: 'hiro',
  camera: 0,
  output: { type: 'video', width: 128, height: 128 },
};

let service: TestService;
let client: Service;

/** Starts and ends of segments, as the functions log them. */
let starts = 0;
let ends = 0;

beforeAll(async () => {
  const onLog = ({ functionName, line }: { functionName: string; line: string }) => {
    if (!/Render/.test(functionName)) return;
    if (line.startsWith('START')) starts++;
    if (line.startsWith('END')) ends++;
  };
  service = await sharedService(onLog);
  client = await service.as('videos');
});
afterAll(() => service?.end());

/** Processes of the service that draw. */
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

/** Seconds of computing that the processes that draw have taken. */
const computed = (): number =>
  renderers().reduce((sum, pid) => {
    try {
      // The 14th and 15th field, behind the name in brackets: ticks of 10 ms (proc_pid_stat(5)).
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return sum;
    }
  }, 0);

async function keysOf(id: string): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: service.outputs.Bucket, Prefix: `jobs/${id}/` });
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(command);
  return Contents.map(({ Key = '' }) => Key.slice(`jobs/${id}/`.length));
}

describe.skipIf(!gpu || process.platform !== 'linux')('a video', () => {
  it('is complete although a render process was killed: only its segment is rendered again', async () => {
    starts = 0;
    const id = await submit(client, VIDEO);
    while (starts === 0) await pause(20);
    await pause(300);
    process.kill(renderers()[0]!, 'SIGKILL');
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

  it('of a recording keeps its audio, also above the frequencies that the alignment uses', async () => {
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

  it('that is cancelled releases its lease and stops rendering within 5 s', async () => {
    // No segment ends before its step has looked at the job again; what a step stores later is left to the sweep.
    const id = await submit(client, { ...VIDEO, text: 'A long and slow story about many things. '.repeat(40) });
    const before = starts;
    while ((await statusOf(client, id)).progress <= 0.15) await pause(50);
    expect(starts).toBeGreaterThan(before);
    const began = Date.now();
    const answer = await fetch(`${client.url}/lipsync/cancel?id=${id}&token=${client.token}`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({ id, status: 'cancelled', finished_at: expect.any(String) });
    const hasLease = async () => (await listLeases({ table: service.outputs.CapacityTable ?? '', size: 1 })).some(({ job }) => job === id);
    const within = 5_000 * busyness();
    /** Milliseconds until it is over; too many where it never is. */
    const until = async (isOver: () => Promise<boolean>): Promise<number> => {
      while (!(await isOver()) && Date.now() - began < within) await pause(20);
      return Date.now() - began;
    };
    const [freed, ended] = await Promise.all([until(async () => !(await hasLease())), until(async () => ends === starts)]);
    console.info(`A video that was cancelled gave its lease back after ${freed} ms and was no longer rendered after ${ended} ms`);
    expect(ends).toBe(starts);
    expect(await hasLease()).toBe(false);
    // Nothing begins again, and nothing goes on unseen.
    const [started, busy] = [starts, computed()];
    await pause(1_000);
    expect(starts).toBe(started);
    expect(computed() - busy).toBeLessThan(0.3);
    expect(await statusOf(client, id)).toMatchObject({ status: 'cancelled' });
    expect(await keysOf(id)).toEqual([]);
  });

  it('that cannot be rendered fails with segment and reason, and its segments are deleted', async () => {
    const id = await submit(client, { ...VIDEO, actor: 'mei' });
    let job = await statusOf(client, id);
    while (job.status === 'queued' || job.status === 'running') {
      if (job.progress >= 0.15) for (const pid of renderers()) process.kill(pid, 'SIGKILL');
      await pause(100);
      job = await statusOf(client, id);
    }
    expect(job).toMatchObject({ status: 'failed', error: { title: 'Internal error', code: 500 } });
    expect(job.error?.message).toMatch(/^Segment [01] of the video \(frames \d+ to \d+\) could not be rendered: Runtime\.ExitError\./);
    expect((await keysOf(id)).filter((key) => /segments|poster/.test(key))).toEqual([]);
  });
});
