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
    ['a table whose throughput is exceeded', answered('ProvisionedThroughputExceededException', 400)],
    ['a SlowDown response from S3', answered('SlowDown', 503)],
    ['a timeout', Object.assign(new Error(), { name: 'TimeoutError' })],
    ['a broken connection', Object.assign(new Error(), { code: 'ECONNRESET' })],
    ['an unreachable network', Object.assign(new Error(), { code: 'ENETUNREACH' })],
    ['a transaction in progress', answered('TransactionInProgressException', 400, { $fault: 'client' })],
    ['a transaction that conflicts with others', cancelled('None', 'TransactionConflict')],
    ['a write that conflicts with a transaction', answered('TransactionConflictException', 400, { $fault: 'client' })],
  ])('is %s', (_, error) => expect(isTransientError(error)).toBe(true));

  it.each([
    ['a missing permission', answered('AccessDeniedException', 400, { $fault: 'client' })],
    ['an invalid request', answered('ValidationException', 400)],
    ['a full item collection', answered('ItemCollectionSizeLimitExceededException', 400, { $fault: 'client' })],
    ['a failed condition', cancelled('None', 'ConditionalCheckFailed')],
    ['a bug', new TypeError('x is undefined')],
  ])('is not %s', (_, error) => expect(isTransientError(error)).toBe(false));

  const nameless = Object.assign(Object.create(null), { name: Object.create(null), code: Object.create(null) });

  it.each([
    ['a null cancellation reason', { CancellationReasons: [null] }],
    ['a reason that is not an object, or whose code is not a string', { CancellationReasons: ['x', { Code: null }, { Code: 7 }] }],
    ['reasons that are not a list', { CancellationReasons: 'TransactionConflict' }],
    ['an object without a prototype', Object.create(null)],
    ['names that cannot be converted to text', nameless],
    ['null metadata', { $metadata: null }],
  ])('is not recognized in %s', (_, thrown) => expect(isTransientError(thrown)).toBe(false));

  const parts = (part: fc.Arbitrary<unknown>) => fc.record({ code: part, $fault: part, $metadata: part, CancellationReasons: part });

  it('is not any other thrown value, regardless of its contents', () => {
    const part = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true });
    fc.assert(
      fc.property(part, parts(part), part, (thrown, rest, name) => {
        for (const one of [thrown, rest, { ...rest, name }]) expect(isTransientError(one)).toBe(false);
      }),
    );
  });

  it("depends only on the error's name", () => {
    fc.assert(
      fc.property(parts(fc.anything()), fc.constantFrom('SlowDown', 'TimeoutError'), (rest, name) => {
        expect(isTransientError({ ...rest, name })).toBe(true);
      }),
    );
  });
});
