export { ARCHITECTURES, DEFAULT_ARCHITECTURE, type ServiceArchitecture } from './compute.ts';
export { importReservation, MIN_UNRESERVED, renderReservation } from './concurrency.ts';
export { DEFAULT_TASK_AFTER, defaultsOf, LOCAL_STAGE, MAX_MAP_CONCURRENCY } from './defaults.ts';
export { DEPLOYMENT_TAG, deploymentOf, outboundOf, serviceStackName } from './names.ts';
export { type Context, readContext, readSettings, withDestination } from './read.ts';
export { SETTING_NAMES, type Settings } from './schema.ts';
export { speechVariables } from './speech.ts';
