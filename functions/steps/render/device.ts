import { type Gpu, NoRendererError, openGpu } from '@talking-avatar/avatar/render';
import { JobFailedError } from '#jobs';

let opened: Promise<Gpu> | undefined;

const forget = (): void => {
  opened = undefined;
};

/** Reopens a lost device, because otherwise the process would fail for every later segment. */
async function openUntilLost(): Promise<Gpu> {
  const gpu = await openGpu();
  void gpu.device.lost.then(forget);
  return gpu;
}

/**
 * Returns this process's GPU, which is opened once and reopened after a loss.
 * @throws JobFailedError without a renderer; the message explains the fix
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
