import { type Gpu, NoRendererError, openGpu } from '../../layers/avatar/render/index.ts';
import { JobFailedError } from '../../layers/jobs/index.ts';

let opened: Promise<Gpu> | undefined;

/**
 * Returns what this process renders with. It is opened once, and again after its device was lost: a process that kept a lost one
 * would fail every later segment.
 *
 * @throws JobFailedError when the machine has no renderer, with the remedy
 */
export async function openRenderer(): Promise<Gpu> {
  opened ??= openGpu();
  const current = opened;
  const forget = () => {
    if (opened === current) opened = undefined;
  };
  try {
    const gpu = await current;
    void gpu.device.lost.then(forget);
    return gpu;
  } catch (error) {
    forget();
    if (!(error instanceof NoRendererError)) throw error;
    throw new JobFailedError({ title: 'No renderer', message: error.message, code: 500 }, { cause: error });
  }
}
