import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, PatternError } from '../../eventbridge/pattern.ts';

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
    [{ a: [{ prefix: 'jo' }] }, { a: 'job' }, true],
    [{ a: [{ prefix: 'jo' }] }, { a: 5 }, false],
    [{ a: [{ suffix: '.wav' }] }, { a: 'x.wav' }, true],
    [{ a: [{ 'anything-but': ['x', 'y'] }] }, { a: 'z' }, true],
    [{ a: [{ 'anything-but': 'x' }] }, { a: 'x' }, false],
    [{ a: [{ 'anything-but': 'x' }] }, {}, false],
    [{ a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'xy' }, false],
    [{ a: [{ 'anything-but': { prefix: ['x', 'y'] } }] }, { a: 'zx' }, true],
    [{ a: [{ exists: true }] }, { a: 0 }, true],
    [{ a: [{ exists: true }] }, {}, false],
    [{ a: [{ exists: false }] }, {}, true],
    [{ a: { b: [{ exists: false }] } }, {}, true],
    [{ a: [{ exists: false }] }, { a: null }, false],
    [{ a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 5 }, true],
    [{ a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 0 }, false],
    [{ a: [{ numeric: ['=', 3] }] }, { a: '3' }, false],
    [{ toString: [{ exists: false }] }, {}, true],
  ])('%j of %j is %s', (pattern, detail, expected) => {
    expect(matches(pattern, detail)).toBe(expected);
  });

  it.each([
    [{ detail: { a: [{ wildcard: '*' }] } }, 'detail.a: the matcher {"wildcard":"*"} is not available locally'],
    [{ detail: { a: [{ cidr: '10.0.0.0/8' }] } }, 'cidr'],
    [{ detail: { $or: [{}] } }, '$or is not available locally'],
    [{ detail: { a: [{ prefix: { 'equals-ignore-case': 'x' } }] } }, 'detail.a.prefix must be a string'],
    [{ detail: { a: [{ 'anything-but': { wildcard: 'x' } }] } }, 'anything-but with wildcard'],
    [{ detail: { a: [{ numeric: ['>', '0'] }] } }, 'numeric takes pairs'],
    [{ detail: { a: [{ exists: true, prefix: 'x' }] } }, 'not available'],
    [{ detail: { a: [] } }, 'lists nothing'],
    [{ detail: { a: 'x' } }, 'detail.a must be a list'],
    [{ detial: ['x'] }, 'No event has the field detial'],
    [{}, 'empty'],
  ])('refuses %j by name', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(PatternError);
    expect(() => compilePattern(pattern)).toThrow(message);
  });

  it('agrees with a naive model for any literals and nesting', () => {
    const scalar = fc.constantFrom<unknown>('a', 'ab', '', 0, 1, true, null);
    const rule = fc.oneof(
      scalar,
      fc.constantFrom(
        { prefix: 'a' },
        { exists: true },
        { exists: false },
        { 'anything-but': ['a', 1] },
        { numeric: ['<', 1] },
      ),
    );
    const leaf = fc.array(rule, { minLength: 1, maxLength: 3 });
    const name = fc.constantFrom('p', 'q');
    const pattern = fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf, { minKeys: 1 })), { minKeys: 1 });
    const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }));
    const detail = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value)));

    const isLeaf = (it: unknown) => it !== undefined && (it === null || typeof it !== 'object');
    const holds = (test: unknown, it: unknown): boolean => {
      if (test === null || typeof test !== 'object') return it === test;
      const [operator, operand] = Object.entries(test)[0]!;
      if (operator === 'prefix') return typeof it === 'string' && it.indexOf(operand) === 0;
      if (operator === 'exists') return operand ? isLeaf(it) : it === undefined;
      if (operator === 'numeric') return typeof it === 'number' && it < operand[1];
      return isLeaf(it) && !operand.includes(it);
    };
    const naive = (node: object, it: unknown): boolean => {
      if (Array.isArray(it)) return it.some((element) => naive(node, element));
      if (Array.isArray(node)) return node.some((test) => holds(test, it));
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
