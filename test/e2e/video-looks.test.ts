import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
import { openGpu } from '../../layers/avatar/render/index.ts';
import { startService, type TestService } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

const OUTPUT = { type: 'video', width: 128, height: 128 };
const VIDEO = {
  ...{ target_rig: 'metahuman', text: 'Good morning.', language: 'en-US', actor: 'hiro', camera: 0 },
  output: OUTPUT,
};

let service: TestService;
let client: Service;

beforeAll(async () => {
  service = await startService();
  client = await service.as('looks');
});
afterAll(() => service?.end());

async function make(changes: object): Promise<string> {
  const id = await submit(client, { ...VIDEO, ...changes });
  expect(await watch(client, id)).toMatchObject({ status: 'succeeded', error: null });
  return id;
}

const fetchBytes = async (id: string, artifact?: string) => Buffer.from(await download(client, id, artifact));

describe.skipIf(!gpu)('a video', () => {
  it('has the light that the job asks for, the same each time, and that of the studio by default', async () => {
    const ids = [];
    for (const lighting of [undefined, 'studio', 'stage', 'stage']) ids.push(await make({ lighting }));
    const [plain, studio, stage, again] = await Promise.all(ids.map((id) => fetchBytes(id)));
    expect(studio!.equals(plain!)).toBe(true);
    expect(stage!.equals(plain!)).toBe(false);
    expect(again!.equals(stage!)).toBe(true);
  });
});
