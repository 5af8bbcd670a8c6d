export type { CameraId } from './camera.ts';
export { type Gpu, NoRendererError, openGpu } from './device.ts';
export type { Picture } from './frame.ts';
export { LIGHTINGS, type LightingName } from './lights.ts';
export { createRenderer, type Renderer } from './renderer.ts';
export type { Colour, View } from './view.ts';
