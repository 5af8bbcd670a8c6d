/** Turns a template's resources into definitions for the embedded services. */
export { readApi } from './api.ts';
export { readBuckets, readKeys, readQueues, readTables } from './data.ts';
export { readBuses, readRules } from './events.ts';
export { readFunctions } from './functions.ts';
export { readMachines } from './machines.ts';
export { readTasks } from './tasks.ts';
