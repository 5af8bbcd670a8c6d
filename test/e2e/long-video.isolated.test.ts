import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { openGpu } from '@talking-avatar/avatar/render';
import { busyness } from '@talking-avatar/speech/testing';
import { createFaults } from 'local-aws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LedgerRow, listJobRows } from '#billing';
import { listLeases } from '#jobs';
import { download, type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { startService, type TestService } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

/** A video of one and a half seconds. Videos longer than a second are rendered by tasks. */
const VIDEO = {
  target_rig: 'metahuman',
  text: 'One two three four.',
  language: 'en-US',
  actor: 'hiro',
  camera: 0,
  output: { type: 'video', width: 128, height: 128 },
};

/** A video that is rendered by many tasks. */
const SLOW = { ...VIDEO, text: 'A long and slow story about many things. '.repeat(2) };

const faults = createFaults({ timeScale: 1, faults: [] });
let service: TestService;
let client: Service;

/** The log of the tasks. */
const lines: string[] = [];
const count = (word: 'START' | 'END') => lines.filter((line) => line.startsWith(word)).length;

beforeAll(async () => {
  const onLog = ({ functionName, line }: { functionName: string; line: string }) => {
    if (/RenderTask/.test(functionName)) lines.push(line);
  };
  service = await startService({ taskAfter: 1 }, { onLog, faults });
  client = await service.as('long-videos');
});
afterAll(() => service?.end());

/** Lists the rendering tasks of this service by process ID. */
const drawing = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('task.mjs') &&
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`AWS_ENDPOINT_URL=${process.env.AWS_ENDPOINT_URL}`)
      );
    } catch {
      return false;
    }
  });

async function keysOf(id: string): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: service.outputs.Bucket, Prefix: `jobs/${id}/` });
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(command);
  return Contents.map(({ Key = '' }) => Key.slice(`jobs/${id}/`.length));
}

/** Counts the frames of a video. */
async function probe(video: Uint8Array): Promise<number> {
  const frames = ['-v', 'error', '-count_packets', '-select_streams', 'v:0', '-show_entries', 'stream=nb_read_packets'];
  const ffprobe = spawn('ffprobe', [...frames, '-of', 'csv=p=0', '-i', 'pipe:0'], { timeout: 240_000 });
  ffprobe.stdin.on('error', () => {}).end(video);
  return Number(await text(ffprobe.stdout));
}

/** Waits for the ledger rows of the tasks. The last of them are written by the audit. */
async function rowsOf(id: string, expected: number): Promise<LedgerRow[]> {
  for (const end = Date.now() + 180_000; ; ) {
    const rows = (await listJobRows(service.outputs.LedgerTable ?? '', id)).filter(({ step }) => step === 'render');
    if (rows.length >= expected || Date.now() > end) return rows;
    await pause(100);
  }
}

describe.skipIf(!gpu || process.platform !== 'linux')('a video that tasks render', () => {
  it('is complete after a task was killed and run again, and the ledger contains each run as Fargate bills it', async () => {
    faults.arm([{ on: 'task:render', call: 2, times: 1, do: 'kill', ms: 700, error: 'ServiceUnavailable' }]);
    const id = await submit(client, VIDEO);
    const progress: number[] = [];
    const ended = await watch(client, id, (job) => progress.push(job.progress));
    expect(ended.status).toBe('succeeded');
    expect(faults.injected).toEqual(['task:render 2 kill']);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect((await keysOf(id)).filter((key) => key.startsWith('segments/'))).toEqual([]);
    const probed = await probe(await download(client, id));
    expect(Math.abs(probed - Math.round(Number(ended.output.duration) * 30))).toBeLessThanOrEqual(1);
    // ECS reported one failed run. Its row is an estimate.
    const segments = count('START') - 1;
    expect(segments).toBeGreaterThan(1);
    const rows = await rowsOf(id, segments + 1);
    expect(rows.filter(({ estimated }) => estimated)).toHaveLength(1);
    for (const { charges, seconds } of rows) {
      const hours = Math.max(60, Math.ceil(seconds)) / 3600;
      const quantity = (name: string) => charges.find(({ resource }) => resource === name)?.quantity;
      expect(quantity('fargate.vcpu.arm64')).toBeCloseTo(4 * hours, 6);
      expect(quantity('fargate.memory.arm64')).toBeCloseTo(8 * hours, 6);
      expect(quantity('fargate.address')).toBeCloseTo(hours, 6);
      expect(charges.some(({ resource }) => resource.startsWith('lambda.'))).toBe(false);
    }
  });

  it('releases its lease and stops its tasks within 5 s when it is cancelled', async () => {
    faults.disarm();
    const id = await submit(client, SLOW);
    const started = count('START');
    await vi.waitUntil(() => drawing().length > 0 && count('START') > started, { timeout: 120_000, interval: 50 });
    const began = Date.now();
    await fetch(`${client.url}/lipsync/cancel?id=${id}&token=${client.token}`, { method: 'POST' });
    const hasLease = async () => (await listLeases({ table: service.outputs.CapacityTable ?? '', size: 1 })).some(({ job }) => job === id);
    const within = 5_000 * busyness();
    // The end of a task is logged a while after its process has exited.
    const isActive = async () => drawing().length > 0 || count('END') < count('START') || (await hasLease());
    while ((await isActive()) && Date.now() - began < within) await pause(50);
    expect(drawing()).toEqual([]);
    expect(await hasLease()).toBe(false);
    console.info(`A cancelled video released its lease and stopped its tasks after ${Date.now() - began} ms`);
    expect(await statusOf(client, id)).toMatchObject({ status: 'cancelled' });
    expect(count('END')).toBe(count('START'));
  });

  it("fails with the segment and the task's stop reason if it cannot be rendered, and deletes its segments", async () => {
    faults.arm([{ on: 'task:render', call: 1, times: 100, do: 'kill', ms: 50, error: 'ServiceUnavailable' }]);
    const id = await submit(client, VIDEO);
    const ended = await watch(client, id);
    expect(ended).toMatchObject({ status: 'failed', error: { title: 'Internal error', code: 500 } });
    expect(ended.error?.message).toMatch(
      /^Segment \d of the video \(frames \d+ to \d+\) could not be rendered: Task\.EssentialContainerExited\./,
    );
    // At least one segment was attempted three times.
    expect(faults.injected.length).toBeGreaterThanOrEqual(3);
    expect((await keysOf(id)).filter((key) => /segments|poster/.test(key))).toEqual([]);
  });
});
