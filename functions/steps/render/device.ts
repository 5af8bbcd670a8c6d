import { type Gpu, NoRendererError, openGpu } from '@talking-avatar/avatar/render';
import { JobFailedError } from '#jobs';

let opened: Promise<Gpu> | undefined;

const forget = (): void => {
  opened = undefined;
};

/** A process that kept a lost device would fail every later segment. */
async function openUntilLost(): Promise<Gpu> {
  const gpu = await openGpu();
  void gpu.device.lost.then(forget);
  return gpu;
}

/** This process's GPU, opened once and again after a loss. @throws JobFailedError without a renderer; the message says how to fix it */
export async function openRenderer(): Promise<Gpu> {
  opened ??= openUntilLost();
  try {
    return await opened;
  } catch (error) {
    forget();
    if (!(error instanceof NoRendererError)) throw error;
    throw new JobFailedError({ title: 'No renderer', message: error.message, code: 500 }, { cause: error });
  }
}
