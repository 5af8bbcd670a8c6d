import { type Gpu, NoRendererError, openGpu } from '@talking-avatar/avatar/render';
import { JobFailedError } from '#jobs';

let opened: Promise<Gpu> | undefined;

const forget = (): void => {
  opened = undefined;
};

/** Opens the GPU, and forgets it if the device is lost. Otherwise every later segment in this process would fail. */
async function openUntilLost(): Promise<Gpu> {
  const gpu = await openGpu();
  void gpu.device.lost.then(forget);
  return gpu;
}

/**
 * Returns the GPU for this process. It is opened once, and reopened if the device is lost.
 * @throws JobFailedError if there is no renderer; the message explains how to fix that
 */
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
