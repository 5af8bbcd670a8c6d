import { openGpu } from '@talking-avatar/avatar/render';
import { clipOfCsv, compare, openGlbWithThree, spreadTimes, truthOfClip } from '@talking-avatar/avatar/testing';
import { createClient, ServiceError } from '@talking-avatar/client';
import { validateBytes } from 'gltf-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

let service: TestService;
let client: Service;

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('outputs');
});
afterAll(() => service?.end());

const job = { target_rig: 'arkit', text: 'Maybe Bob and Pam will buy a big map.', language: 'en-US' };

const finished = async (specification: object): Promise<string> => {
  const id = await submit(client, specification);
  expect(await watch(client, id)).toMatchObject({ status: 'succeeded', error: null });
  return id;
};

describe('a GLB job', () => {
  let id: string;

  it('creates a valid file that moves in three.js like the CSV of the same speech', async () => {
    id = await finished({ ...job, output: { type: 'glb' } });
    const answer = await fetch(`${client.url}/download?id=${id}&token=${client.token}`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="speech_1_${id.slice(0, 8)}.glb"`);
    expect(answer.headers.get('content-type')).toBe('model/gltf-binary');
    const file = new Uint8Array(await answer.arrayBuffer());
    expect(file.length).toBeLessThan(12e6);
    const options = { format: 'glb', maxIssues: 0, ignoredIssues: [], writeTimestamp: false };
    expect((await validateBytes(file, options)).issues.numErrors).toBe(0);
    const opened = await openGlbWithThree(file);
    expect(opened.take).toBe('Maybe_Bob_and_Pam_will_buy_a_big_map');
    const csv = await finished({ ...job, output: { type: 'csv' } });
    const truth = truthOfClip(clipOfCsv(Buffer.from(await download(client, csv)).toString()));
    const { faults, length, weights, turns } = compare(opened, truth, spreadTimes(truth.seconds));
    expect(faults).toEqual([]);
    expect(Math.abs(length)).toBeLessThan(1e-4);
    expect(weights).toBeLessThan(0.01);
    expect(turns).toBeLessThan(0.01);
  });

  it('can contain only its animation, at the requested rate', async () => {
    const bare = await finished({ ...job, actor: 'mei', output: { type: 'glb', mesh: false, fps: 29.97 } });
    const { meshes, seconds } = await openGlbWithThree(await download(client, bare));
    expect(meshes).toHaveLength(1);
    const { numFrames } = JSON.parse(Buffer.from(await download(client, bare, 'a2f')).toString());
    expect(seconds).toBeCloseTo(((numFrames - 1) * 1001) / 30_000, 4);
  });

  it('creates a VRM animation for VRM, and uses the bones of Ready Player Me for that target', async () => {
    const link = async (output: object) => {
      const made = await finished({ ...job, output });
      const file = await createClient(client).download(made);
      return { name: decodeURIComponent(file.url), text: Buffer.from(await file.bytes()).toString('latin1') };
    };
    const vrm = await link({ type: 'glb', targets: 'vrm' });
    expect(vrm.name).toContain('.vrma"');
    expect(vrm.text).toContain('VRMC_vrm_animation');
    expect((await link({ type: 'glb', targets: 'ready_player_me' })).text).toContain('"Wolf3D_Head"');
    expect((await link({ type: 'csv', targets: 'vrm' })).text).toMatch(/^Timecode,BlendshapeCount,aa,/);
  });

  it('has visemes in every set, which are created on request', async () => {
    const { download: open } = createClient(client);
    const text = async (options: Parameters<typeof open>[1]) =>
      Buffer.from(await (await open(id, { artifact: 'visemes', ...options })).bytes()).toString();
    const oculus = JSON.parse(await text({}));
    expect(oculus.metadata.soundFile).toBe(`speech_1_${id.slice(0, 8)}.wav`);
    expect(oculus.mouthCues.map(({ value }: { value: string }) => value)).toEqual(expect.arrayContaining(['sil', 'PP', 'aa', 'DD', 'I']));
    expect(await text({ set: 'rhubarb', type: 'tsv' })).toMatch(/^0\.00\tX\n(\d+\.\d\d\t[A-HX]\n)+$/);
    expect(await text({ set: 'rhubarb', type: 'xml' })).toContain('<mouthCue start="0.00"');
    const { url } = await open(id, { artifact: 'visemes', set: 'azure' });
    expect(decodeURIComponent(url)).toContain('_azure.json');
    await expect(text({ set: 'azure', type: 'xml' })).rejects.toThrow('type: must be "json" unless "set" is "rhubarb"');
    await expect(text({ set: 'disney' as 'azure' })).rejects.toThrow(ServiceError);
  });
});

describe('an edited timeline', () => {
  it('moves the face at the edited times, with the recording', async () => {
    const first = await finished({ ...job, output: { type: 'csv' } });
    const [voice, words, curves] = await Promise.all(['audio', 'timeline', 'result'].map((artifact) => download(client, first, artifact)));
    const timeline = JSON.parse(Buffer.from(words!).toString());
    const again = async (edited: object) => {
      const id = await submit(client, { ...job, timeline: edited, output: { type: 'csv' } }, voice);
      expect(await watch(client, id)).toMatchObject({ status: 'succeeded', error: null });
      return { id, jaw: jawOf(await download(client, id)) };
    };
    const jawOf = (csv: Uint8Array) => clipOfCsv(Buffer.from(csv).toString()).channels.get('jawOpen')!;
    const same = await again(timeline);
    expect(same.jaw).toHaveLength(jawOf(curves!).length);
    const shift = 0.2;
    const times = <T extends { start: number; end: number }>(list: T[]) =>
      list.map((item) => ({ ...item, start: item.start + shift, end: item.end + shift }));
    const voiced = timeline.phones.filter(({ word }: { word: number | null }) => word !== null);
    const later = await again({ words: times(timeline.words), phones: times(voiced) });
    const back = JSON.parse(Buffer.from(await download(client, later.id, 'timeline')).toString());
    expect(back.words[0].start).toBeCloseTo(timeline.words[0].start + shift, 6);
    const open = (jaw: Float32Array) => jaw.findIndex((value) => value > 0.1);
    expect((open(later.jaw) - open(same.jaw)) / 60).toBeCloseTo(shift, 1);
  });

  it.each([
    [{ words: [], phones: [{ symbol: '5%', start: 0, end: 1, stress: 0, word: null }] }, 'timeline: needs its recording'],
    [{ words: [], phones: [] }, 'timeline.phones: must have at least one phone'],
  ])('is rejected with a reason: %j', async (timeline, reason) => {
    await expect(submit(client, { ...job, timeline })).rejects.toThrow(reason);
  });

  it('is rejected if a phone is unknown, and fails if it extends past the end of the recording', async () => {
    const voice = await download(client, await finished({ ...job, output: { type: 'csv' } }), 'audio');
    const phone = (symbol: string, end: number) => ({
      words: [],
      phones: [{ symbol, start: 0, end, stress: 0, word: null }],
    });
    await expect(submit(client, { ...job, timeline: phone('Ω', 1) }, voice)).rejects.toThrow(
      'timeline.phones.0.symbol: must be an IPA phone',
    );
    const id = await submit(client, { ...job, timeline: phone('a', 60) }, voice);
    expect(await watch(client, id)).toMatchObject({ status: 'failed', error: { title: 'Timeline too long' } });
  });
});

describe('a video job', () => {
  it.runIf(gpu)('returns the curves as CSV only if they are requested', async () => {
    const video = { ...job, target_rig: 'metahuman', text: 'Hello!', actor: 'hiro' };
    const output = { type: 'video', width: 128, height: 128, handles: 0 };
    const [plain, curved] = await Promise.all([
      finished({ ...video, output }),
      finished({ ...video, output: { ...output, curves: true } }),
    ]);
    const rows = Buffer.from(await download(client, curved, 'csv'))
      .toString()
      .trim()
      .split('\n');
    expect(rows[0]).toMatch(/^Timecode,BlendshapeCount,EyeBlinkLeft,.*CTRL_expressions_/);
    expect(rows.length).toBeGreaterThan(30);
    await expect(download(client, plain, 'csv')).rejects.toThrow('The job has no artifact "csv"');
  });
});
