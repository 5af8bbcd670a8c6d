import type { Clip } from '../../animation/index.ts';
import type { ActorModel } from '../model/index.ts';
import type { Gpu } from './device.ts';
import { createDeviceMemory } from './device-memory.ts';
import { createFrameDrawer, type Picture } from './frame.ts';
import { prepareScene } from './scene.ts';
import type { View } from './view.ts';

/** Draws the frames of one actor from one camera. */
export interface Renderer {
  /**
   * Draws a frame of a clip. Frames may be asked for in any order, and several at once.
   *
   * @param into where to write the pixels if it is large enough; otherwise new memory is taken
   */
  draw(clip: Clip, frame: number, into?: Uint8Array<ArrayBuffer>): Promise<Picture>;
  close(): void;
}

/** Makes a renderer for an actor. The clip and the frame are all that changes what it draws: the same ones give the same bytes. */
export async function createRenderer(gpu: Gpu, actor: ActorModel, view: View): Promise<Renderer> {
  const memory = createDeviceMemory(gpu.device);
  try {
    const scene = await prepareScene(gpu, memory, actor, view);
    return { draw: createFrameDrawer(gpu, memory, scene, view), close: memory.giveBack };
  } catch (error) {
    memory.giveBack();
    throw error;
  }
}
