import type { components, operations } from './api.ts';

type Schemas = components['schemas'];

type TtsParams = NonNullable<Schemas['Job']['tts_params']>;

/** A job specification. Only `target_rig`, `text`, and `language` are required. */
export type Job = Omit<Schemas['Job'], 'target_rig' | 'tts_params'> & {
  /** Deployments may use other names. */
  target_rig: Schemas['Job']['target_rig'] | (string & {});
  tts_params?: Omit<TtsParams, 'engine'> & { engine: TtsParams['engine'] | (string & {}) };
};
export type Accepted = Schemas['Accepted'];
/** A job with its progress, error, and webhook deliveries. */
export type JobStatus = Schemas['JobStatus'];
export type Estimate = Schemas['Estimate'];
export type Actor = Schemas['Actor'];
/** Words and phones of a job's speech with their times in seconds: the content of the `timeline` artifact. */
export type Timeline = Schemas['Timeline'];
/** The body of a webhook request. */
export type WebhookEvent = Schemas['WebhookEvent'];
/** A job's result or another artifact. */
export type Artifact = NonNullable<NonNullable<operations['download']['parameters']['query']>['artifact']>;
/** A set of mouth shapes for the `visemes` artifact. */
export type VisemeSet = NonNullable<NonNullable<operations['download']['parameters']['query']>['set']>;
export type VisemeFile = NonNullable<NonNullable<operations['download']['parameters']['query']>['type']>;
/** A custom head that an account can use as an actor in its video jobs. */
export type Avatar = Schemas['Avatar'];
/** All of the account's avatars, and the maximum number allowed. */
export type AvatarPage = Schemas['AvatarPage'];
export type AvatarFields = Omit<Schemas['AvatarRequest'], 'avatar_url'>;
/** An account's plan, budget, rate limits, and spending. */
export type Account = Schemas['Account'];
/** The cost of a job by step. */
export type JobCost = Schemas['JobCost'];
export type JobCostPage = Schemas['JobCostPage'];
export type Voice = Schemas['Voice'];
export type WebhookSecrets = Schemas['WebhookSecrets'];
/** One of a job's webhooks with its delivery attempts. */
export type Delivery = Schemas['Delivery'];
export type DeliveryPage = Schemas['DeliveryPage'];
export type DeliveryState = Delivery['state'];
export type ErrorBody = Schemas['Error'];
export type JobPage = Schemas['JobPage'];
export type FileLink = Schemas['FileLink'];
export type Upload = Schemas['Upload'];
