export {
  type AcceptanceTables,
  acceptJob,
  findIdempotencyRecord,
  type IdempotencyClaim,
  withdrawJob,
} from './accept.ts';
export { announceEnd } from './announcement.ts';
export { cancelJob } from './cancellation.ts';
export { type Lease, listLeases, passLease, releaseLease, takeLease } from './capacity/leases.ts';
export { advanceClock, assignStartTag, nextStartTag, readClock } from './capacity/start-tags.ts';
export { cancelOverdue, deadlineOf } from './deadlines.ts';
export { publishJobEvent } from './events.ts';
export { ACCEPTED, ARRIVING, type JobItem, REMOVED, UNAUDITED } from './item.ts';
export { countCanary, countFailedJob, countTaskNotStarted } from './job-metrics.ts';
export { findOwnJob } from './own-job.ts';
export { findJob, listJobs, listParked, listStranded, listWaiting } from './queries.ts';
export { removeJob } from './removal.ts';
export { endingOf, fillCapacity, handOver, type SettlementResources, settle } from './settlement.ts';
export { JobFailed } from './steps/failure.ts';
export { filmProgress, joinProgress, progressAt } from './steps/progress.ts';
export { readSpeech, speechArtifacts } from './steps/read-speech.ts';
export {
  packSpeech,
  recallSpeech,
  rememberSpeech,
  type SpokenRequest,
  speechKey,
  unpackSpeech,
} from './steps/speech-cache.ts';
export { step } from './steps/step.ts';
export { storeSpeech } from './steps/store-speech.ts';
export { runTask } from './steps/task.ts';
export { LAST_WRITE, TASK_TIME } from './steps/time-limits.ts';
export { checkAddresses } from './submissions/addresses.ts';
export { readSubmission, type Submission } from './submissions/submission.ts';
export {
  beginJob,
  cancelQueued,
  cancelUnfinished,
  countFrames,
  finishJob,
  leaveList,
  moveJob,
  moveParked,
  parkJob,
  recordArtifacts,
  recordFilm,
  reportProgress,
} from './transitions.ts';
