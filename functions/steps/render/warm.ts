import { readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, openGpu } from '@talking-avatar/avatar/render';
import { ACTORS } from '@talking-avatar/contract';

/** Renders a frame so that the driver compiles and caches the shaders. Runs during the image build. */
export async function warm(): Promise<void> {
  const [actor] = ACTORS;
  if (!actor) return;
  const gpu = await openGpu();
  const view = { camera: 0, width: 128, height: 128, background: { red: 0, green: 0, blue: 0 } } as const;
  const renderer = await createRenderer(gpu, await readBakedActor(actor.id), view);
  await renderer.render({ fps: 30, frames: 1, channels: new Map() }, 0);
  renderer.close();
  gpu.close();
}
