export { backoff, type Clock, isoTime } from './clock.ts';
export {
  type ExecutionOutcome,
  executionNameOf,
  findExecutionOutcome,
  jobOfExecution,
  startExecution,
  stopExecution,
} from './executions.ts';
export { inParallel } from './in-parallel.ts';
export { log } from './log.ts';
export { putMetrics } from './metrics.ts';
export {
  avatarKey,
  focusExportFolder,
  focusExportKey,
  jobFolder,
  jobKeys,
  parseOwnUploadUrl,
  posterKey,
  uploadKey,
  uploadUrl,
} from './object-keys.ts';
export {
  copyObject,
  createArtifactRecord,
  deleteFolder,
  deleteObject,
  describeStoredArtifact,
  findObjectSize,
  getObject,
  getObjectStart,
  listKeys,
  putArtifact,
  putObject,
  signDownload,
  signUpload,
  URL_LIFETIME_S,
} from './objects.ts';
export { fetchExternal } from './outbound/fetch.ts';
export { BlockedAddressError, OutboundError } from './outbound/guard.ts';
export { fetchClientObject } from './outbound/object-store.ts';
export { postExternal } from './outbound/post.ts';
export { synthesizeWithPolly } from './polly.ts';
export { deadlineMessageSchema, enqueueDeadline, enqueueJob, jobMessageSchema } from './queues.ts';
export { reportTaskFailure } from './task-tokens.ts';
export { type BilledJobFacts, type BilledParty, countSpokenCharacters } from './usage/billed-party.ts';
export {
  billTo,
  deliveryAttemptId,
  recordDeliveryAttempts,
  recordUsage,
  setLedgerTime,
} from './usage/meter.ts';
export {
  BYTES_PER_GIB,
  RESOURCES,
  type ResourceName,
  SECONDS_PER_MONTH,
} from './usage/resources.ts';
