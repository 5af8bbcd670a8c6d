import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideRun, recordedDate } from '../../scripts/record-aws/placeholders.ts';
import { QUESTIONS } from '../../scripts/record-aws/questions.ts';
import { TEMPLATE } from '../../scripts/record-aws/template.ts';

const [A, B] = ['0d9d7b1e-1111-4222-8333-444444444444', '0d9d7b1e-5555-4666-8777-888888888888'];

describe('a recording of AWS', () => {
  it('has the same placeholder for the same value, like the public recordings', () => {
    const names = { '123456789012': '111111111111', 'eu-west-1': '<region>', queue: '<sqs_queue_url>', 'queue-long': '<long>' };
    const content = {
      events: [{ id: 1, timestamp: new Date(), details: { arn: `arn:aws:states:eu-west-1:123456789012:execution:${A}` } }],
      again: `${B} ${A}`,
      to: 'queue-long',
      $metadata: { httpStatusCode: 200 },
      absent: undefined,
    };
    expect(hideRun(content, names)).toEqual({
      events: [{ id: 1, timestamp: 'timestamp', details: { arn: 'arn:aws:states:<region>:111111111111:execution:<uuid:1>' } }],
      again: '<uuid:2> <uuid:1>',
      to: '<long>',
    });
  });

  it('never contains the account ID', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(JSON.stringify(hideRun({ a: [`${before}123456789012${after}`] }, { '123456789012': '111111111111' }))).not.toContain(
          '123456789012',
        );
      }),
    );
  });

  it('is dated like the public recordings', () => {
    expect(recordedDate(new Date('2026-11-27T21:08:05.123Z'))).toBe('27-11-2026, 21:08:05');
  });

  it('refers only to resources of its stack', () => {
    const text = JSON.stringify(TEMPLATE);
    const names = [...text.matchAll(/"(?:Ref|Fn::GetAtt|DependsOn)":\[?"([A-Za-z]+)"/g)].map(([, name]) => name);
    expect(names.filter((name) => !Object.hasOwn(TEMPLATE.Resources, name ?? ''))).toEqual([]);
    expect(new Set(QUESTIONS.map(({ name }) => name)).size).toBe(QUESTIONS.length);
  });
});
