import type { Clip } from '@talking-avatar/animation';
import type { ActorModel } from '../model/index.ts';
import type { Gpu } from './device.ts';
import { createDeviceMemory } from './device-memory.ts';
import { createFrameRenderer, type FrameRegion } from './frame.ts';
import { prepareScene } from './scene.ts';
import type { ViewSettings } from './view.ts';

/** Renders frames of an actor from a fixed camera. */
export interface Renderer {
  /** Renders a frame. Calls may overlap and come in any order. @param into array for the pixels; allocated if absent or too small */
  render(clip: Clip, frame: number, into?: Uint8Array<ArrayBuffer>): Promise<FrameRegion>;
  close(): void;
}

/** Creates a renderer for an actor. The same clip and frame always produce the same bytes. */
export async function createRenderer(gpu: Gpu, actor: ActorModel, view: ViewSettings): Promise<Renderer> {
  const memory = createDeviceMemory(gpu.device);
  try {
    const scene = await prepareScene(gpu, memory, actor, view);
    return { render: createFrameRenderer(gpu, memory, scene, view), close: memory.release };
  } catch (error) {
    memory.release();
    throw error;
  }
}
