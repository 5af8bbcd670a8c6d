import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, PatternError } from '../../src/eventbridge/pattern.ts';
import { answerOf, test } from '../conformance/eventbridge.ts';
import { PATTERNS } from '../conformance/patterns.ts';

/** Scenarios that differ from AWS. The reasons are in conformance/accepted.ts. */
const DIFFERENT = new Set(['dot_joining_event', 'dot_joining_pattern', 'content_wildcard_complex_EXC']);

const event = (detail: object) => ({ source: 'app', 'detail-type': 'job.failed', detail });
const matches = (pattern: object, detail: object) => compilePattern({ detail: pattern })(event(detail));

describe('compilePattern', () => {
  it.each([
    [{ a: ['x', 'y'] }, { a: 'y' }, true],
    [{ a: ['x'] }, { a: 'X' }, false],
    [{ a: [1] }, { a: 1 }, true],
    [{ a: [1] }, { a: '1' }, false],
    [{ a: [null] }, { a: null }, true],
    [{ a: [null] }, {}, false],
    [{ a: [true], b: ['x'] }, { a: true, b: 'y' }, false],
    [{ a: { b: { c: ['x'] } } }, { a: { b: { c: 'x' } } }, true],
    [{ a: ['x'] }, { a: ['w', 'x'] }, true],
    [{ a: { b: ['x'] } }, { a: [{ b: 'w' }, { b: 'x' }] }, true],
    [{ toString: ['x'] }, {}, false],
  ])('%j of %j is %s', (pattern, detail, expected) => {
    expect(matches(pattern, detail)).toBe(expected);
  });

  it.each([
    [{ detail: { a: [{ matches: '*' }] } }, 'detail.a: the matcher {"matches":"*"} is not available locally'],
    [{ detail: { a: [{ cidr: '10.0.0.0' }] } }, 'detail.a.cidr must be a range of addresses'],
    [{ detail: { $or: [{}] } }, 'detail.$or must be a list of two or more patterns'],
    [{ detail: { a: [] } }, 'must list at least one value'],
    [{ detail: { a: 'x' } }, 'detail.a must be a list'],
    [{ detial: ['x'] }, 'Events do not have the field detial'],
    [{}, 'empty'],
  ])('rejects %j by name', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(PatternError);
    expect(() => compilePattern(pattern)).toThrow(message);
  });

  it.each(PATTERNS.filter(([scenario]) => !DIFFERENT.has(scenario)))('answers %s as AWS does', (scenario, pattern, detail) => {
    expect(test(pattern, detail)).toBe(answerOf(scenario));
  });

  it('compiles any pattern or names its fault', () => {
    const operand = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.oneof(fc.string(), fc.integer())));
    const name = fc.constantFrom('prefix', 'suffix', 'wildcard', 'equals-ignore-case', 'numeric', 'cidr', 'anything-but', 'exists');
    const matcher = fc.dictionary(name, fc.oneof(operand, fc.dictionary(name, operand)));
    fc.assert(
      fc.property(fc.array(matcher), operand, (matchers, value) => {
        expect(['match', 'no match', 'invalid']).toContain(test({ a: matchers }, { a: value }));
      }),
    );
  });

  it('matches a naive model for any literals and nesting', () => {
    const scalar = fc.constantFrom<unknown>('a', 'ab', '', 0, 1, true, null);
    const leaf = fc.array(scalar, { minLength: 1, maxLength: 3 });
    const name = fc.constantFrom('p', 'q');
    const pattern = fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf, { minKeys: 1 })), { minKeys: 1 });
    const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }));
    const detail = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value)));

    const naive = (node: object, it: unknown): boolean => {
      if (Array.isArray(it)) return it.some((element) => naive(node, element));
      if (Array.isArray(node)) return node.some((one) => it === one);
      const inside = new Map(it !== null && typeof it === 'object' ? Object.entries(it) : []);
      return Object.entries(node).every(([key, part]) => naive(part, inside.get(key)));
    };
    fc.assert(
      fc.property(pattern, detail, (tested, given) => {
        expect(matches(tested, given)).toBe(naive(tested, given));
      }),
      { numRuns: 500 },
    );
  });
});
