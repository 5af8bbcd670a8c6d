export { eventOf, type WebhookBody, webhookId, writeBody } from './body.ts';
export { type DeadLetter, isWebhookKey, keepDeadLetter, listDeadLetters, removeDeadLetter } from './dead-letters.ts';
export { type Circuit, closeCircuit, countFailure, findCircuit, releaseSlot, takeSlot } from './endpoints.ts';
export { type AttemptMessage, noticeMessageSchema, sendAttempt } from './message.ts';
export { claimAttempt, giveUpNotice, isTooLate, recordAttempt, renewNotice, skipNotice } from './notices.ts';
export { LONGEST_WAIT, planAttempt, readRetryAfter, SCHEDULE } from './schedule.ts';
export { listSecrets, OVERLAP_HOURS, rotateSecret } from './secrets.ts';
export { signDelivery, writeSecret } from './signature.ts';
