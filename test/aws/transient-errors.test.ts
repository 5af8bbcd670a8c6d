import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTransientError } from '../../layers/aws/transient-errors.ts';

const answered = (name: string, httpStatusCode: number, more: object = {}) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode }, ...more });
const cancelled = (...codes: string[]) =>
  answered('TransactionCanceledException', 400, {
    $fault: 'client',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

describe('a transient error', () => {
  it.each([
    ['an outage', answered('InternalServerError', 500, { $fault: 'server' })],
    ['a gateway without its service', answered('Unknown', 503)],
    ['throttling', answered('ThrottlingException', 400, { $fault: 'client' })],
    ['a table that is asked for too much', answered('ProvisionedThroughputExceededException', 400)],
    ['S3 asking to slow down', answered('SlowDown', 503)],
    ['no answer in time', Object.assign(new Error(), { name: 'TimeoutError' })],
    ['a connection that broke', Object.assign(new Error(), { code: 'ECONNRESET' })],
    ['a network that cannot be reached', Object.assign(new Error(), { code: 'ENETUNREACH' })],
    ['a transaction that is still under way', answered('TransactionInProgressException', 400, { $fault: 'client' })],
    ['a transaction that others were always before', cancelled('None', 'TransactionConflict')],
  ])('is %s', (_, error) => expect(isTransientError(error)).toBe(true));

  it.each([
    ['a want of permission', answered('AccessDeniedException', 400, { $fault: 'client' })],
    ['a wrong request', answered('ValidationException', 400)],
    ['a full collection of items', answered('ItemCollectionSizeLimitExceededException', 400, { $fault: 'client' })],
    ['a condition that does not hold', cancelled('None', 'ConditionalCheckFailed')],
    ['a mistake of ours', new TypeError('x is undefined')],
  ])('is not %s', (_, error) => expect(isTransientError(error)).toBe(false));

  const nameless = Object.assign(Object.create(null), { name: Object.create(null), code: Object.create(null) });

  it.each([
    ['no reason of a cancellation', { CancellationReasons: [null] }],
    ['a reason that is no object, or has no text for a code', { CancellationReasons: ['x', { Code: null }, { Code: 7 }] }],
    ['reasons that are no list', { CancellationReasons: 'TransactionConflict' }],
    ['an object without a prototype', Object.create(null)],
    ['names that cannot become text', nameless],
    ['a metadata that is none', { $metadata: null }],
  ])('is not recognized in %s', (_, thrown) => expect(isTransientError(thrown)).toBe(false));

  const parts = (part: fc.Arbitrary<unknown>) => fc.record({ code: part, $fault: part, $metadata: part, CancellationReasons: part });

  it('is no other thrown value, whatever it contains', () => {
    const part = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true });
    fc.assert(
      fc.property(part, parts(part), part, (thrown, rest, name) => {
        for (const one of [thrown, rest, { ...rest, name }]) expect(isTransientError(one)).toBe(false);
      }),
    );
  });

  it('depends on the name of the error, whatever else it contains', () => {
    fc.assert(
      fc.property(parts(fc.anything()), fc.constantFrom('SlowDown', 'TimeoutError'), (rest, name) => {
        expect(isTransientError({ ...rest, name })).toBe(true);
      }),
    );
  });
});
