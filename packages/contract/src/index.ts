export type { AccountView, JobCostView } from './account.ts';
export { ACTORS, DEFAULT_ACTOR, headActorOf, type Sex, sexOfActor } from './actors.ts';
export {
  type AudioStore,
  type AudioStores,
  audioStoresSchema,
  findAudioStore,
  type ObjectUri,
  parseObjectUri,
} from './audio-stores.ts';
export { isAvatarId } from './avatar-id.ts';
export {
  type AvatarImport,
  type AvatarRecord,
  type AvatarView,
  avatarDetailsSchema,
  avatarRequestSchema,
  isReady,
  toAvatarView,
} from './avatars.ts';
export { type Emotion, EXPRESSIONS, type Expression } from './emotion.ts';
export { ApiError, apiErrors, type ErrorBody, type ErrorType, errorBodySchema, InputError } from './errors.ts';
export { toEstimateView } from './estimate.ts';
export { EVENT_SOURCE, JOB_EVENTS, type JobEvent, type JobEventType, WEBHOOK_OF_EVENT } from './events.ts';
export { formatIssues } from './format-issues.ts';
export {
  DEFAULT_IDENTIFIERS,
  identifiersSchema,
  POLLY_ENGINES,
  type PreferredPollyEngine,
  type PublicNames,
  TTS_ENGINES,
  type TtsEngine,
} from './identifiers.ts';
export {
  backgroundUrlOf,
  handlesOf,
  ignoredFieldWarnings,
  type JobSchema,
  type JobSpecification,
  jobSchema,
  textLengthFault,
  WEBHOOK_EVENTS,
  type WebhookKey,
} from './job.ts';
export { findLanguage, findNearestLanguage, LANGUAGES, type Language } from './languages.ts';
export { LIGHTINGS, type LightingName } from './lightings.ts';
export { LIMITS } from './limits.ts';
export { findNearestName } from './nearest-name.ts';
export { openApiDocument } from './openapi/document.ts';
export { ENDPOINTS, type EndpointName } from './openapi/operations/index.ts';
export {
  CSV_FPS,
  exactFps,
  GAZES,
  type Gaze,
  OUTPUT_TYPES,
  type OutputType,
  RESULT_TYPES,
  type ResultType,
  VIDEO_BACKGROUND,
  VIDEO_FPS,
} from './output.ts';
export { JsonContentError, parseJson, parseJsonText } from './parse-json.ts';
export { printable, quote } from './quote.ts';
export {
  type Artifact,
  type ArtifactName,
  importSpecification,
  isImport,
  isTerminal,
  JOB_STATUSES,
  type JobRecord,
  type JobStatus,
  type JobStatusView,
  jobStatusSchema,
  type SpeechSummary,
  type TerminalStatus,
  toJobStatusView,
} from './record.ts';
export {
  FIXED_FRAME_SHARE,
  maxLambdaFrames,
  renderWork,
  renderWorkPerSecond,
  type VideoFormat,
  videoFps,
} from './rendering.ts';
export type { Strengths } from './strengths.ts';
export { findSubscriptionPlan, SUBSCRIPTION_PLANS, type SubscriptionPlan } from './subscription-plans.ts';
export { TARGETS, type TargetsName } from './targets.ts';
export {
  type EditedTimeline,
  editedTimelineSchema,
  type Mark,
  type Phone,
  type SpeechTimeline,
  timelineSchema,
  type Word,
} from './timeline.ts';
export { type VideoFile, type VideoFormatName, videoFileOf } from './video-files.ts';
export { DERIVED_ARTIFACTS, VISEME_FILES, VISEME_SETS, type VisemeFile, type VisemeSetName } from './visemes.ts';
export {
  DELIVERY_STATES,
  type DeliveryAttempt,
  type DeliveryState,
  type DeliveryView,
  newDeliveries,
  toWebhookViews,
  type WebhookDelivery,
} from './webhooks.ts';
