import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPassing } from '../../layers/cloud/passing.ts';

const answered = (name: string, httpStatusCode: number, more: object = {}) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode }, ...more });
const cancelled = (...codes: string[]) =>
  answered('TransactionCanceledException', 400, {
    $fault: 'client',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

describe('an error that passes', () => {
  it.each([
    ['an outage', answered('InternalServerError', 500, { $fault: 'server' })],
    ['a gateway without its service', answered('Unknown', 503)],
    ['throttling', answered('ThrottlingException', 400, { $fault: 'client' })],
    ['a table that is asked for too much', answered('ProvisionedThroughputExceededException', 400)],
    ['S3 asking to slow down', answered('SlowDown', 503)],
    ['no answer in time', Object.assign(new Error(), { name: 'TimeoutError' })],
    ['a connection that broke', Object.assign(new Error(), { code: 'ECONNRESET' })],
    ['a transaction that others were always before', cancelled('None', 'TransactionConflict')],
  ])('is %s', (_, error) => expect(isPassing(error)).toBe(true));

  it.each([
    ['a want of permission', answered('AccessDeniedException', 400, { $fault: 'client' })],
    ['a wrong request', answered('ValidationException', 400)],
    ['a condition that does not hold', cancelled('None', 'ConditionalCheckFailed')],
    ['a mistake of ours', new TypeError('x is undefined')],
  ])('is not %s', (_, error) => expect(isPassing(error)).toBe(false));

  it('is told of anything that can be thrown', () => {
    fc.assert(fc.property(fc.anything(), (thrown) => typeof isPassing(thrown) === 'boolean'));
  });
});
