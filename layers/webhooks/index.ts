export * from './body.ts';
export * from './dead-letters.ts';
export * from './endpoints.ts';
export * from './message.ts';
export * from './notices.ts';
export * from './schedule.ts';
export * from './secrets.ts';
export * from './signature.ts';
