/** The synthesized template, run on one machine. */
export { type Local, type LocalOptions, startLocal } from './start.ts';
