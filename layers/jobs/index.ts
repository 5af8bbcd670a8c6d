export {
  acceptJob,
  findIdempotencyRecord,
  type IdempotencyClaim,
  type IdempotencyRecord,
  revertAcceptance,
} from './accept.ts';
export { cancelJob } from './cancellation.ts';
export { type Lease, listLeases, releaseLease, takeLease } from './capacity/leases.ts';
export { assignStartTag } from './capacity/start-tags.ts';
export { cancelOverdueJob, deadlineOf } from './deadlines.ts';
export { publishJobEnd, publishJobEvent } from './events.ts';
export { type FinalizationResources, finalizeJob, startNextJob, startParkedJobs } from './finalization.ts';
export { ACCEPTED, ARRIVING, type JobItem, REMOVED, UNAUDITED, UNDELIVERED, workListKey } from './item.ts';
export { countCanaryRun, countTaskNotStarted } from './job-metrics.ts';
export { secondsToNextPoll } from './poll.ts';
export {
  findJob,
  findOwnJob,
  listJobs,
  listJobsOnWorkList,
  listMisplacedParkedJobs,
  listParkedJobs,
  listParkedWithDeadline,
} from './queries.ts';
export { removeJob } from './removal.ts';
export { JobFailedError } from './steps/failure.ts';
export { progressAt, renderProgress, stitchProgress } from './steps/progress.ts';
export { readSpeech, speechArtifacts, storeSpeech } from './steps/speech.ts';
export {
  cacheSpeech,
  readCachedSpeech,
  speechCacheKey,
} from './steps/speech-cache.ts';
export { createStepHandler } from './steps/step.ts';
export { runAsTask } from './steps/task.ts';
export { LATE_WRITE_WINDOW_S, SPEAKING_BUDGET, TASK_TIME_LIMIT } from './steps/time-limits.ts';
export {
  finishAudit,
  finishDeliveries,
  markJobRunning,
  moveParkedJob,
  moveToWorkList,
  parkJob,
  recordArtifacts,
  recordRenderedFrames,
  recordVideoPlan,
  removeFromWorkList,
  reportProgress,
  updateDeliveryWatch,
  writeTerminalStatus,
} from './transitions.ts';
export { checkJobUrls } from './urls.ts';
