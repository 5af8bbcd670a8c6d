/// <reference types="@webgpu/types" />

/** The machine has nothing to render with; the message says what to install. */
export class NoRendererError extends Error {
  override readonly name = 'NoRendererError';
}

const ADVICE =
  'Video is rendered through Vulkan, and no Vulkan driver answered. Install Mesa 25 or later (Debian and Ubuntu: the package ' +
  'mesa-vulkan-drivers; "npm run setup" does it) and try again.';

export interface Gpu {
  readonly device: GPUDevice;
  /** What draws: the name of the graphics card, or llvmpipe for the CPU. */
  readonly name: string;
  /** Waits for the device to have done something, asleep: Dawn alone would keep a core busy with asking. */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Ends the device and lets the process exit. */
  close(): void;
}

/**
 * Opens the graphics card, or Mesa's renderer on the CPU where there is none.
 *
 * @throws {NoRendererError} when there is neither
 */
export async function openGpu(): Promise<Gpu> {
  const { create, globals } = await loadDawn();
  Object.assign(globalThis, globals);
  let instance: GPU | undefined = create(process.platform === 'linux' ? ['backend=vulkan'] : []);
  const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (!adapter) throw new NoRendererError(ADVICE);
  const { maxTextureDimension2D, maxBufferSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredLimits: { maxTextureDimension2D: Math.min(maxTextureDimension2D, 8192), maxBufferSize },
  });
  // A device that is destroyed before it has begun to work takes the process with it (Dawn over Mesa 25).
  await device.queue.onSubmittedWorkDone();
  return {
    device,
    name: adapter.info.description || adapter.info.device,
    wait: sleeper(),
    close: () => {
      device.destroy();
      // Dawn keeps the event loop alive as long as its instance is reachable.
      instance = undefined;
    },
  };
}

/** Milliseconds between two times that Dawn looks whether the device is done. */
const NAP = 1;

/**
 * Dawn asks the device for news in every turn of the event loop while something is waited for, and makes the next turn follow at
 * once. Here each of those turns takes a nap; other work of the process goes on between them.
 */
function sleeper(): Gpu['wait'] {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  let waiting = 0;
  let napping = false;
  const nap = (): void => {
    napping = waiting > 0;
    if (!napping) return;
    Atomics.wait(clock, 0, 0, NAP);
    setImmediate(nap);
  };
  return async (work) => {
    waiting++;
    if (!napping) {
      napping = true;
      setImmediate(nap);
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
    throw new NoRendererError(`${ADVICE} (${(cause as Error).message})`, { cause });
  }
}
