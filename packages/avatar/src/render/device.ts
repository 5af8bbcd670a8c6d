/// <reference types="@webgpu/types" />

/** Thrown if the machine can't render. The message says what to install. */
export class NoRendererError extends Error {
  override readonly name = 'NoRendererError';
}

const INSTALL_HINT =
  'Rendering video needs Vulkan, but no Vulkan driver responded. Install Mesa 25 or later (on Debian and Ubuntu, the package ' +
  'mesa-vulkan-drivers; "npm run setup" installs it) and try again.';

export interface Gpu {
  readonly device: GPUDevice;
  /** Name of the graphics card, or llvmpipe for the CPU. */
  readonly name: string;
  /** Waits for work on the device, with the thread asleep. Dawn's own polling would keep a core busy. */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Destroys the device and lets the process exit. */
  close(): void;
}

/** Opens the graphics card or, if there is none, Mesa's software renderer. @throws {NoRendererError} if neither is available */
export async function openGpu(): Promise<Gpu> {
  const { create, globals } = await loadDawn();
  Object.assign(globalThis, globals);
  let instance: GPU | undefined = create(process.platform === 'linux' ? ['backend=vulkan'] : []);
  const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (!adapter) throw new NoRendererError(INSTALL_HINT);
  const { maxTextureDimension2D, maxBufferSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredLimits: { maxTextureDimension2D: Math.min(maxTextureDimension2D, 8192), maxBufferSize },
  });
  // Destroying a device before it has done any work crashes the process (Dawn on Mesa 25).
  await device.queue.onSubmittedWorkDone();
  return {
    device,
    name: adapter.info.description || adapter.info.device,
    wait: createSleepingWait(),
    close: () => {
      device.destroy();
      // Dawn keeps the event loop alive as long as its instance is reachable.
      instance = undefined;
    },
  };
}

/** Time between polls of the device, in ms. */
const POLL_MILLISECONDS = 1;

/** Slows down Dawn's polling, which takes every turn of the event loop, by sleeping once per turn. Other work continues in between. */
function createSleepingWait(): Gpu['wait'] {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  let waiting = 0;
  let sleeping = false;
  const sleepOnce = (): void => {
    sleeping = waiting > 0;
    if (!sleeping) return;
    Atomics.wait(clock, 0, 0, POLL_MILLISECONDS);
    setImmediate(sleepOnce);
  };
  return async (work) => {
    waiting++;
    if (!sleeping) {
      sleeping = true;
      setImmediate(sleepOnce);
    }
    try {
      return await work;
    } finally {
      waiting--;
    }
  };
}

async function loadDawn(): Promise<typeof import('webgpu')> {
  try {
    return await import('webgpu');
  } catch (cause) {
    throw new NoRendererError(`${INSTALL_HINT} (${(cause as Error).message})`, { cause });
  }
}
