export { CHECK_STEPS, type CheckReport, checkService } from './check.ts';
export type { ServiceAddress } from './client.ts';
