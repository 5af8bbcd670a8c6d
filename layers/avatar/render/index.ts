export type { CameraId } from './camera.ts';
export { type Gpu, NoRendererError, openGpu } from './device.ts';
export type { Picture } from './frame.ts';
export { createRenderer, type Renderer } from './renderer.ts';
export type { Colour, View } from './view.ts';
