import { InputError } from '@talking-avatar/contract';
import { expect, it } from 'vitest';
import { BudgetReachedError } from '#billing/errors';
import { InvalidJobError, JobGoneError, UnknownJobError } from '#jobs/errors';
import { UnknownWebhookError, WebhookNotEndedError } from '#webhooks/errors';
import { findErrorResponse } from '../../layers/runtime/endpoint/domain-errors.ts';

it.each([
  [
    new InputError('Unknown voice', 'must be a voice, got "x"', 'tts_params.voice'),
    400,
    'Invalid job specification',
    'tts_params.voice: must be a voice, got "x"',
  ],
  [new InvalidJobError('actor: unknown'), 400, 'Invalid job specification', 'actor: unknown'],
  [new UnknownJobError('a"b'), 404, 'Unknown job', 'This account has no job "a\\"b".'],
  [new JobGoneError('Job 1 was deleted.'), 410, 'Result not available', 'Job 1 was deleted.'],
  [new BudgetReachedError('2026-11'), 403, 'Budget reached', /^This account's budget for 2026-11 is used up/],
  [new UnknownWebhookError('1', 'on_fail'), 404, 'Unknown webhook', 'The job 1 names no web_hooks.on_fail.'],
  [
    new WebhookNotEndedError('it is waiting', 'on_fail'),
    409,
    'Webhook not ended',
    /^on_fail: it is waiting; only a delivered or failed webhook/,
  ],
])('maps %o to a response', (error, code, title, message) => {
  const body = findErrorResponse(error)?.body;
  expect(body).toMatchObject({ code, title });
  expect(body?.message).toMatch(message);
});

it.each([new Error('broken'), new TypeError(), undefined])('treats any other error, such as %o, as a service failure', (error) => {
  expect(findErrorResponse(error)).toBeUndefined();
});

it('does not log anything that the client sent', () => {
  expect(findErrorResponse(new InputError('Unknown voice', 'got "secret"', 'voice'))?.logged).toBe('voice: Unknown voice');
  expect(findErrorResponse(new InvalidJobError('url: got secret', 'url: must be a URL'))?.logged).toBe('url: must be a URL');
});
