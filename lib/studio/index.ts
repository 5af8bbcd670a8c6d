export * from './studio.ts';
