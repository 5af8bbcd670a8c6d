import { openGpu } from '@talking-avatar/avatar/render';
import { expect, it } from 'vitest';
import { openRenderer } from '../../../functions/steps/render/device.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

it.skipIf(!gpu)('reuses a device until it is lost, and then opens another one', async () => {
  const first = await openRenderer();
  expect(await openRenderer()).toBe(first);
  first.device.destroy();
  await first.device.lost;
  const second = await openRenderer();
  expect(second).not.toBe(first);
  await second.device.queue.onSubmittedWorkDone();
  second.close();
});
