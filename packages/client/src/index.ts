export {
  type AvatarOptions,
  type Client,
  type ClientOptions,
  createClient,
  type DeliveryOptions,
  type GenerateOptions,
  type ListOptions,
  type ServiceNames,
  type SubmitOptions,
} from './client.ts';
export type { Download, DownloadOptions } from './download.ts';
export {
  AvatarError,
  ConnectionError,
  IntegrityError,
  JobEndedError,
  ServiceError,
  WaitTimeoutError,
} from './errors.ts';
export type {
  Accepted,
  Account,
  Actor,
  Artifact,
  Avatar,
  AvatarPage,
  Delivery,
  Estimate,
  FileLink,
  Job,
  JobCost,
  JobStatus,
  Timeline,
  VisemeFile,
  VisemeSet,
  Voice,
  WebhookEvent,
} from './types.ts';
export type { Recording } from './upload.ts';
export type { WaitOptions } from './wait.ts';
export { type SignedRequest, verifyWebhook, WebhookSignatureError } from './webhook.ts';
