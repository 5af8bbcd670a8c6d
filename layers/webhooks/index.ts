export { createWebhookBody, eventTypeOf, type WebhookBody, webhookId } from './body.ts';
export {
  type Circuit,
  closeCircuit,
  findCircuit,
  recordEndpointFailure,
  releaseSlot,
  takeSlot,
} from './circuits-and-slots.ts';
export {
  claimAttempt,
  deliveryStart,
  giveUpDelivery,
  isRunningSuperseded,
  postponeDelivery,
  recordAttempt,
  replayDelivery,
  skipDelivery,
} from './deliveries.ts';
export { ReplayError } from './errors.ts';
export {
  deleteFailedDelivery,
  type FailedDelivery,
  failedDeliveryOf,
  isWebhookKey,
  listFailedDeliveries,
  storeFailedDelivery,
} from './failed-deliveries.ts';
export { type AttemptMessage, enqueueAttempt, webhookMessageSchema } from './message.ts';
export { endOverdueDeliveries, waitingTimesOf } from './overdue.ts';
export { listPendingDeliveries, type PendingDelivery, pendingDeliveriesOf } from './pending.ts';
export { replayWebhook } from './replay.ts';
export { MAX_DELIVERY_TIME_MS, nextAttemptTime, OVERDUE_AFTER_MS, parseRetryAfter } from './schedule.ts';
export { findSecretOverlap, listSecrets, rotateSecret, SECRET_OVERLAP_HOURS } from './secrets.ts';
export { formatSecret, signDelivery } from './signature.ts';
