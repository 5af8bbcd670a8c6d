export * from './bundle.ts';
export * from './functions.ts';
export * from './image.ts';
export * from './layers.ts';
