import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../lib/app.ts';
import type { Context } from '../../../lib/settings/index.ts';
import { flatten, placeholderBundles, type Resource, temporaryFolder, writeFiles } from '../fixture.ts';

const STEPS = ['begin', 'import', 'synthesize', 'align', 'solve', 'export', 'plan', 'render', 'stitch', 'discard'];

const bundles = placeholderBundles();

/** Returns the resources of a deployment, in which the `solve` function may have new code. */
function deploy(context: Context, solve = '// solve'): Record<string, Resource> {
  const functions = join(temporaryFolder(), 'functions');
  cpSync(bundles.functions, functions, { recursive: true });
  writeFiles(functions, { 'solve/handler.mjs': solve });
  const outdir = join(temporaryFolder(), 'assembly');
  const app = createApp({ bundles: { ...bundles, functions }, context, outdir, checked: false });
  return app.synth().getStackByName(`Avatar-${context.stage}`).template.Resources;
}

const ofType = (resources: Record<string, Resource>, type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);

interface State {
  Parameters?: { FunctionName?: string; TaskDefinition?: string };
  ItemProcessor?: { States: Record<string, State> };
}

function statesOf(resources: Record<string, Resource>): Record<string, State> {
  const [[, machine]] = ofType(resources, 'AWS::StepFunctions::StateMachine') as [[string, Resource]];
  const walk = (states: Record<string, State>): [string, State][] =>
    Object.entries(states).flatMap(([name, state]) => [
      [name, state] as [string, State],
      ...(state.ItemProcessor ? walk(state.ItemProcessor.States) : []),
    ]);
  return Object.fromEntries(walk(JSON.parse(flatten(machine.Properties.DefinitionString)).States));
}

const before = deploy({ stage: 'dev' });
const after = deploy({ stage: 'dev' }, '// solve, better');

describe("the state machine's definition", () => {
  it('refers to the version of every function that it calls', () => {
    const versions = ofType(before, 'AWS::Lambda::Version').map(([id]) => `<${id}>`);
    const called = Object.values(statesOf(before)).flatMap(({ Parameters }) => Parameters?.FunctionName ?? []);
    expect(called).toHaveLength(STEPS.length);
    expect([...called].sort()).toEqual(versions.sort());
  });

  it('refers to the revision of the task that it runs', () => {
    const [[id]] = ofType(before, 'AWS::ECS::TaskDefinition') as [[string, Resource]];
    expect(statesOf(before)['Render task']?.Parameters?.TaskDefinition).toBe(`<${id}>`);
  });

  it('refers to new versions of changed functions, and to the same versions of all others', () => {
    const [old, young] = [statesOf(before), statesOf(after)];
    const changed = Object.keys(young).filter((name) => young[name]?.Parameters?.FunctionName !== old[name]?.Parameters?.FunctionName);
    expect(changed).toEqual(['Solve']);
  });
});

describe('an earlier version', () => {
  it('is retained after it is no longer deployed, but not if its own deployment fails', () => {
    for (const [, version] of ofType(before, 'AWS::Lambda::Version'))
      expect(version).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  });

  it('can be called by executions that started with it', () => {
    const [[, policy]] = Object.entries(after).filter(
      ([id, { Type }]) => Type === 'AWS::IAM::Policy' && id.startsWith('PipelineMachineStateMachineRole'),
    ) as [[string, Resource]];
    const statements = policy.Properties.PolicyDocument.Statement as { Action: string; Resource: unknown }[];
    const invoke = statements.filter(({ Action }) => Action === 'lambda:InvokeFunction');
    const functions = invoke.flatMap(({ Resource: names }) => [names].flat().map(flatten));
    expect(functions).toHaveLength(STEPS.length);
    for (const name of functions) expect(name).toMatch(/^<Pipeline\w+Function\w+\.Arn>(:\*)$/);
    expect(new Set(functions.map((name) => name.replace(/:\*$/, ''))).size).toBe(STEPS.length);
  });
});

describe('an earlier revision of the task', () => {
  const policyOf = (context: Context) => {
    const [[, task]] = ofType(deploy(context), 'AWS::ECS::TaskDefinition') as [[string, Resource]];
    return task.UpdateReplacePolicy ?? 'Delete';
  };

  it('is retained if the stage is protected, because the stage outlives the stack', () => {
    expect(policyOf({ stage: 'dev', protect: true })).toBe('Retain');
    expect(policyOf({ stage: 'dev', protect: false })).toBe('Delete');
  });
});
