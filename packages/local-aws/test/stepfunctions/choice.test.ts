import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCondition } from '../../src/stepfunctions/choice.ts';
import { DefinitionError } from '../../src/stepfunctions/index.ts';

const [EARLY, LATE] = ['2012-10-09T19:00:55Z', '2012-10-09T19:00:56Z'];

const check = (operator: string, Variable: unknown, operand: unknown): boolean => {
  const path = operator.endsWith('Path');
  const condition = compileCondition({ Variable: '$.v', [operator]: path ? '$.o' : operand }, 'C');
  return condition({ input: { v: Variable, o: operand }, context: {} });
};

// Scenarios of test_string_operators, test_numeric, test_timestamp_operators, test_boolean_equals, and test_is_operators, recorded in 2023.
describe('a comparison', () => {
  it.each([
    ['StringEquals', 'a', 'a', true],
    ['StringEquals', 1, '1', false],
    ['StringLessThan', 'a', 'b', true],
    ['StringGreaterThanEquals', 'b', 'b', true],
    ['NumericEquals', '1', 1, false],
    ['NumericLessThan', 0, 1, true],
    ['NumericLessThanEquals', null, 0, false],
    ['NumericGreaterThan', 1.1, 1, true],
    ['BooleanEquals', true, true, true],
    ['BooleanEquals', null, false, false],
    ['TimestampEquals', EARLY, EARLY, true],
    ['TimestampEquals', '2012-10-09T21:00:55+02:00', EARLY, true],
    ['TimestampLessThan', EARLY, LATE, true],
    ['TimestampGreaterThanEquals', EARLY, LATE, false],
    ['TimestampEquals', '2023-02-24 12:15:56.832957', EARLY, false],
  ] as const)('%s of %j with %j is %s, literally and by path', (operator, variable, operand, expected) => {
    expect(check(operator, variable, operand)).toBe(expected);
    expect(check(`${operator}Path`, variable, operand)).toBe(expected);
  });

  it.each([
    ['IsNull', null, true],
    ['IsNumeric', 0, true],
    ['IsNumeric', '0', false],
    ['IsString', '', true],
    ['IsBoolean', null, false],
    ['IsTimestamp', EARLY, true],
    ['IsTimestamp', '2023-02-24', false],
  ])('%s of %j is %s', (operator, variable, expected) => {
    expect(check(operator, variable, true)).toBe(expected);
    expect(check(operator, variable, false)).toBe(!expected);
  });

  it('fails for a missing variable, unless it tests whether the variable is present', () => {
    const of = (rule: object) => compileCondition({ Variable: '$.gone', ...rule }, 'C')({ input: {}, context: {} });
    expect(of({ IsPresent: false })).toBe(true);
    expect(() => of({ IsNull: true })).toThrow("Invalid path '$.gone' : No results for path: $['gone']");
  });

  it('rejects an operand of another type when the machine is created', () => {
    expect(() => check('TimestampEquals', EARLY, 'yesterday')).toThrow(DefinitionError);
    expect(() => check('NumericEquals', 1, '1')).toThrow('must be a number');
  });

  it('matches any text with a wildcard', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const escaped = (text: string) => text.replace(/[\\*]/g, '\\$&');
        expect(check('StringMatches', `${before}x${after}`, `${escaped(before)}*${escaped(after)}`)).toBe(true);
        expect(check('StringMatches', `${before}x${after}`, escaped(`${before}*${after}`))).toBe(false);
      }),
    );
    expect(check('StringMatches', 1, '*')).toBe(false);
  });
});
