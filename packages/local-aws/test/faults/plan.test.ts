import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, readFaultPlan } from '../../src/faults/index.ts';

const TARGETS = { function: ['solve', 'actors'], task: ['draw'] };

const read = (value: unknown) => readFaultPlan(JSON.stringify(value), TARGETS);

describe('a fault plan', () => {
  it('has default values', () => {
    expect(read({ faults: [{ on: 'sqs.SendMessage', do: 'fail' }] })).toEqual({
      timeScale: 1,
      faults: [{ on: 'sqs.SendMessage', call: 1, times: 1, do: 'fail', ms: 100, error: 'ServiceUnavailable' }],
    });
  });

  it.each([
    [{}, 'faults'],
    [{ faults: [{ on: 'sqs', do: 'fail' }] }, 'faults.0.on: must be an operation such as'],
    [{ faults: [{ on: 'sns.Publish', do: 'fail' }] }, 'faults.0.on: must name one of the services dynamodb, '],
    [{ faults: [{ on: 'function:slove', do: 'fail' }] }, 'faults.0.on: must name one of the functions actors, '],
    [{ faults: [{ on: 'function:constructor', do: 'fail' }] }, 'faults.0.on: must name one of the functions actors, '],
    [{ faults: [{ on: 'task:drew', do: 'kill' }] }, 'faults.0.on: must name one of the tasks draw'],
    [{ faults: [{ on: 'sqs.SendMessage', do: 'explode' }] }, 'faults.0.do: must be one of fail, drop'],
    [{ faults: [{ on: 'sqs.SendMessage', do: 'kill' }] }, '"kill" is for functions and tasks only'],
    [{ faults: [{ on: 'process:draw', do: 'fail' }] }, 'or a task such as "task:NAME"'],
    [{ faults: [{ on: 'function:solve', do: 'kill', call: 0 }] }, 'faults.0.call: must be at least 1'],
    [{ faults: [], hurry: 2 }, 'hurry'],
    [{ timeScale: 0, faults: [] }, 'timeScale: must be at least 1'],
  ])('%j is rejected by name', (plan, message) => {
    expect(() => read(plan)).toThrow(message);
  });

  it('may name any function if no names are given', () => {
    const text = JSON.stringify({ faults: [{ on: 'function:App-Work_1.x', do: 'fail' }] });
    expect(readFaultPlan(text).faults).toHaveLength(1);
  });

  it('is either read or rejected with a message, regardless of its content', () => {
    const field = fc.oneof(fc.string(), fc.integer(), fc.constantFrom(...FAULT_KINDS, 'function:solve'), fc.constant(null));
    const fault = fc.dictionary(fc.constantFrom('on', 'call', 'times', 'do', 'ms', 'error', 'x'), field);
    const plan = fc.oneof(fc.jsonValue(), fc.record({ faults: fc.array(fault) }));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          plan.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          try {
            expect(readFaultPlan(text).faults).toBeInstanceOf(Array);
          } catch (error) {
            expect((error as Error).message).toMatch(/^The fault plan is (not JSON|invalid)/);
          }
        },
      ),
    );
  });
});
