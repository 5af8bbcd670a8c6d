import { describe, expect, it } from 'vitest';
import { readMeteringSettings } from '#billing/settings';
import { flatten, imagesOf, type Resource, synthesizeStage } from '../fixture.ts';

describe('the architecture', () => {
  it.each([
    ['arm64', 'ARM64', 'linux/arm64', 'arm64'],
    ['x86_64', 'X86_64', 'linux/amd64', 'x86'],
  ])('%s applies to functions, layers, tasks, images, and prices', (architecture, ecs, platform, ledger) => {
    const { ofType, assembly } = synthesizeStage({ stage: 'test', architecture });
    const properties = (type: string) => ofType(type).map(([, one]: [string, Resource]) => one.Properties);
    for (const { Architectures, Environment } of properties('AWS::Lambda::Function')) {
      expect(Architectures).toEqual([architecture]);
      const { Variables } = Environment;
      const variables = Object.entries(Variables).map(([name, value]) => [name, flatten(value)]);
      expect(readMeteringSettings(Object.fromEntries(variables)).ARCHITECTURE).toBe(ledger);
    }
    for (const { CompatibleArchitectures } of properties('AWS::Lambda::LayerVersion'))
      expect(CompatibleArchitectures).toEqual([architecture]);
    for (const { RuntimePlatform } of properties('AWS::ECS::TaskDefinition')) expect(RuntimePlatform.CpuArchitecture).toBe(ecs);
    expect(imagesOf(assembly.directory)).toEqual([{ platform }]);
  });
});
