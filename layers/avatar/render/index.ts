export type { CameraId } from './camera.ts';
export { type Gpu, NoRendererError, openGpu } from './device.ts';
export { type Colour, createRenderer, type Picture, type Renderer, type View } from './renderer.ts';
