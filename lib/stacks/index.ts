export * from './service-stack.ts';
export * from './storage-stack.ts';
export * from './studio-stack.ts';
