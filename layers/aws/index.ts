export { type ExecutionEnding, findExecution, startExecution, stopExecution } from './executions.ts';
export { inParallel } from './in-parallel.ts';
export { log } from './log.ts';
export { METRICS, metricLine, putMetrics } from './metrics.ts';
export {
  copyObject,
  deleteFolder,
  deleteObject,
  describeObject,
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
  sizeOfObject,
  URL_LIFETIME,
  uploadKey,
  uploadUrl,
} from './objects.ts';
export { fetchOutside } from './outbound/fetch.ts';
export { OutboundError, RefusedAddress, refusalOf } from './outbound/guard.ts';
export { fetchObject } from './outbound/object-store.ts';
export { postOutside } from './outbound/post.ts';
export { synthesizeVoice, type VoiceCall } from './polly.ts';
export { deadlineMessageSchema, jobMessageSchema, sendDeadline, sendJob } from './queues.ts';
export { failTask } from './task-tokens.ts';
export { attribute, countDeliveries, date, deliveryId, identify, use, useStorage } from './usage/meter.ts';
export { GB, MONTH, pieces, RESOURCE_NAMES, RESOURCES, type ResourceName } from './usage/resources.ts';
export { characters, type JobResult } from './usage/result.ts';
export type { Subject } from './usage/subject.ts';
