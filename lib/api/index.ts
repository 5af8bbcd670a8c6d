export * from './api.ts';
export * from './gateway-responses.ts';
