export { paintBackdrop } from './backdrop.ts';
export type { CameraId } from './camera.ts';
export { type Gpu, NoRendererError, openGpu } from './device.ts';
export type { Focus } from './focus.ts';
export type { FrameRegion } from './frame.ts';
export { createRenderer, type Renderer } from './renderer.ts';
export { TextureError } from './textures.ts';
export type { Color, ViewSettings } from './view.ts';
