export { type ExecutionOutcome, findExecutionOutcome, startExecution, stopExecution } from './executions.ts';
export { inParallel } from './in-parallel.ts';
export { log } from './log.ts';
export { putMetrics } from './metrics.ts';
export {
  copyObject,
  deleteFolder,
  deleteObject,
  describeArtifact,
  findObjectSize,
  focusFolder,
  focusKey,
  getObject,
  jobFolder,
  jobKeys,
  listKeys,
  ownUploadKey,
  posterKey,
  putArtifact,
  putObject,
  signDownload,
  signUpload,
  URL_LIFETIME,
  uploadKey,
  uploadUrl,
} from './objects.ts';
export { fetchExternal } from './outbound/fetch.ts';
export { BlockedAddressError, OutboundError } from './outbound/guard.ts';
export { fetchObject } from './outbound/object-store.ts';
export { postExternal } from './outbound/post.ts';
export { synthesizeWithPolly } from './polly.ts';
export { deadlineMessageSchema, enqueueDeadline, enqueueJob, jobMessageSchema } from './queues.ts';
export { reportTaskFailure } from './task-tokens.ts';
export {
  attributeUsage,
  deliveryAttemptId,
  recordDeliveryAttempts,
  recordUsage,
  setUsageDate,
} from './usage/meter.ts';
export {
  GB,
  RESOURCES,
  type ResourceName,
  SECONDS_PER_MONTH,
} from './usage/resources.ts';
export { countSpokenCharacters, type JobResult } from './usage/result.ts';
export type { UsageSubject } from './usage/subject.ts';
