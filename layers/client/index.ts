export {
  type Client,
  type ClientOptions,
  createClient,
  type GenerateOptions,
  type ListOptions,
  type SubmitOptions,
} from './client.ts';
export type { Download } from './download.ts';
export { ConnectionError, IntegrityError, JobEndedError, ServiceError, WaitTimeoutError } from './errors.ts';
export type {
  Accepted,
  Actor,
  Artifact,
  Estimate,
  Job,
  JobStatus,
  Timeline,
  WebhookEvent,
} from './types.ts';
export type { Recording } from './upload.ts';
export type { WaitOptions } from './wait.ts';
export { type SignedRequest, verifyWebhook, WebhookSignatureError } from './webhook.ts';
