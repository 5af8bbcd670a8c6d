import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FunctionDefinition } from '../../src/lambda/index.ts';
import { continueTrace } from '../../src/lambda/lineage.ts';

const functionOf = (name: string, more: Partial<FunctionDefinition> = {}) =>
  ({ name, arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`, ...more }) as FunctionDefinition;

const [ping, pong] = [functionOf('ping'), functionOf('pong')];

/**
 * Invokes the functions in turn, each one caused by the one before. @returns how many were invoked before one was stopped, but no more than
 * `most`
 */
function countInvocations(chain: readonly FunctionDefinition[], most: number): number {
  let trace: string | undefined;
  for (let invocations = 0; invocations < most; invocations += 1) {
    try {
      trace = continueTrace(chain[invocations % chain.length]!, trace === undefined ? [] : [trace]);
    } catch (error) {
      expect(error).toMatchObject({ code: 'RecursiveInvocationException', status: 400 });
      return invocations;
    }
  }
  return most;
}

describe('a chain of invocations', () => {
  it('is stopped before the 17th invocation of a function', () => {
    expect(countInvocations([ping], 100)).toBe(16);
    expect(countInvocations([ping, pong], 100)).toBe(32);
    expect(countInvocations([ping, ping, pong], 100)).toBe(24);
  });

  it('continues while its functions allow recursion', () => {
    expect(countInvocations([functionOf('ping', { allowsRecursion: true })], 100)).toBe(100);
    expect(countInvocations([functionOf('ping', { allowsRecursion: true }), pong], 100)).toBe(33);
  });

  it('is as long as the longest chain in a batch of messages', () => {
    const traces = [continueTrace(ping, [])];
    for (let hop = 1; hop < 16; hop += 1) traces.push(continueTrace(ping, traces.slice(-1)));
    expect(() => continueTrace(ping, [traces[2]!, traces[15]!, traces[0]!])).toThrow('recursive loop');
    expect(continueTrace(pong, traces)).toMatch(/;Lineage=[0-9a-f]{8}:15\|[0-9a-f]{8}:0$/);
  });

  it('keeps the ID of its trace', () => {
    const trace = continueTrace(ping, []);
    const [, root] = /^Root=(1-[0-9a-f]{8}-[0-9a-f]{24});Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f]{8}:0$/.exec(trace) ?? [];
    expect(root).toBeDefined();
    expect(continueTrace(pong, [trace])).toContain(`Root=${root};`);
  });

  it('starts over after a header without a valid lineage', () => {
    const field = fc.oneof(
      fc.string(),
      fc.constantFrom('Lineage=', 'Root=', ';', '|', 'a87bd80c:', ':0', '99999999999', 'Lineage=a87bd80c:1|'),
    );
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        expect(continueTrace(ping, [fields.join('')])).toMatch(/^Root=[\w-]+;Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f:|]+$/);
      }),
    );
  });
});
