export * from './camera.ts';
export { type Gpu, NoRendererError, openGpu } from './device.ts';
export * from './renderer.ts';
