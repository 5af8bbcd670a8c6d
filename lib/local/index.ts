/** The synthesized template, run on one machine. */

export type { LogLine, Report } from './lambda/index.ts';
export { type Local, type LocalOptions, startLocal } from './start.ts';
