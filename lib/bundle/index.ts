export * from './base-image.ts';
export * from './bundle.ts';
export * from './ffmpeg.ts';
export * from './functions.ts';
export * from './image.ts';
export * from './layers.ts';
export * from './packages.ts';
export * from './speaker-image.ts';
