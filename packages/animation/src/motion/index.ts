export * from './grid.ts';
export * from './noise.ts';
export * from './pulse.ts';
export * from './random.ts';
export * from './smooth.ts';
