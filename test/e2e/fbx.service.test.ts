import { SHAPES } from '@talking-avatar/animation';
import {
  clipOfCsv,
  compare,
  objectsOf,
  openWithThree,
  propertyOf,
  readFbx,
  spreadTimes,
  top,
  truthOfClip,
} from '@talking-avatar/avatar/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let client: Service;

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('fbx');
});
afterAll(() => service.end());

const job = { target_rig: 'arkit', text: 'Maybe Bob and Pam will buy a big map.', language: 'en-US' };

const finished = async (specification: object): Promise<string> => {
  const id = await submit(client, specification);
  expect(await watch(client, id)).toMatchObject({ status: 'succeeded', error: null });
  return id;
};

describe('an FBX job', () => {
  let id: string;
  let file: Uint8Array;

  it('creates a file that three.js can open, with a take named after the first words', async () => {
    id = await finished({ ...job, output: { type: 'fbx' } });
    const answer = await fetch(`${client.url}/download?id=${id}&token=${client.token}`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="speech_1_${id.slice(0, 8)}.fbx"`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    file = new Uint8Array(await answer.arrayBuffer());
    expect(file.length).toBeLessThan(12e6);
    const { scene } = openWithThree(file);
    expect(scene.animations[0]!.name).toBe('Maybe_Bob_and_Pam_will_buy_a_big_map');
  });

  it('moves like the CSV of the same speech', async () => {
    const csv = await finished({ ...job, output: { type: 'csv' } });
    const clip = clipOfCsv(Buffer.from(await download(client, csv)).toString());
    const truth = truthOfClip(clip);
    const { faults, length, weights, turns } = compare(openWithThree(file), truth, spreadTimes(truth.seconds));
    expect(faults).toEqual([]);
    expect(Math.abs(length)).toBeLessThan(1e-4);
    expect(weights).toBeLessThan(0.01);
    expect(turns).toBeLessThan(0.01);
  });

  it('also returns the shapes as Audio2Face JSON, like a CSV job', async () => {
    const csv = await finished({ ...job, output: { type: 'csv' } });
    const [ofFbx, ofCsv] = await Promise.all(
      [id, csv].map(async (one) => JSON.parse(Buffer.from(await download(client, one, 'a2f')).toString())),
    );
    expect(ofFbx.facsNames).toHaveLength(SHAPES.length);
    expect(ofFbx.weightMat).toHaveLength(ofFbx.numFrames);
    expect(ofFbx).toEqual({ ...ofCsv, trackPath: `speech_1_${id.slice(0, 8)}.wav` });
  });

  it('has the requested frame rate, and the head that matches the voice', async () => {
    const other = await finished({ ...job, actor: 'male', output: { type: 'fbx', fps: 30 } });
    const written = readFbx(await download(client, other));
    expect(propertyOf(top(written, 'GlobalSettings'), 'TimeMode')).toEqual([6]);
    const points = (from: typeof written) => objectsOf(from, 'Geometry')[0]!.children.find((c) => c.name === 'Vertices');
    expect(points(written)!.values[0]!.value).not.toEqual(points(readFbx(file))!.values[0]!.value);
    const { numFrames, exportFps } = JSON.parse(Buffer.from(await download(client, other, 'a2f')).toString());
    expect(exportFps).toBe(30);
    expect(openWithThree(await download(client, other)).seconds).toBeCloseTo((numFrames - 1) / 30, 4);
  });

  it("has the requested actor's head, or neither head nor textures without a mesh", async () => {
    const own = { ...job, actor: 'mei', output: { type: 'fbx', fps: 29.97, gaze: 'shapes' } };
    const [head, bare] = await Promise.all(
      [own, { ...own, output: { ...own.output, mesh: false } }].map(async (one) => readFbx(await download(client, await finished(one)))),
    );
    expect(propertyOf(top(bare!, 'GlobalSettings'), 'CustomFrameRate')).toEqual([30_000 / 1001]);
    const curves = (from: typeof bare) => objectsOf(from!, 'AnimationCurve').map(({ children }) => children);
    expect(curves(bare)).toEqual(curves(head));
    expect(curves(head)).toHaveLength(52 + 3);
    expect(objectsOf(bare!, 'Video')).toEqual([]);
    const bones = (from: typeof bare) => objectsOf(from!, 'Model').map((bone) => propertyOf(bone, 'Lcl Translation'));
    expect(bones(head)).not.toEqual(bones(readFbx(file)));
  });
});
