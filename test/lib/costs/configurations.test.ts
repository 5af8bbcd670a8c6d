import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatTable } from '../../../bin/markdown.ts';
import { formatConfigurations, priceConfigurations } from '../../../lib/billing/configurations.ts';
import { readPrices } from '../../../lib/billing/prices.ts';
import { renderersOf } from '../../../lib/billing/renderers.ts';
import { synthesizeStage } from '../fixture.ts';

const all = priceConfigurations(readPrices());
const named = (name: string) => all.find((one) => one.name === name)!;

describe('the price of a minute of video by configuration', () => {
  it('is in the documentation as the command prints it', () => {
    const { header, rows, numbers } = formatConfigurations(all);
    const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/costs.md'), 'utf8');
    expect(page).toContain(formatTable(header, rows, numbers));
  });

  it('is in the introduction with the time of the same configuration', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8').replace(/\s+/g, ' ');
    for (const [name, places] of [
      ['New account', 4],
      ['Production', 4],
      ['Fastest', 3],
    ] as const) {
      const { cost, seconds } = named(name);
      expect(readme).toContain(`$${cost.toFixed(places)} and ${seconds.toFixed(0)} s`);
    }
  });

  it('matches the renderers in a deployment', () => {
    const stage = synthesizeStage({ stage: 'live' });
    const { functions, tasks } = renderersOf({ stage: 'live' });
    const render = stage.ofType('AWS::Lambda::Function').find(([id]) => /Render/i.test(id) && !/RenderTask/.test(id))![1].Properties;
    expect(functions.size).toEqual({ architecture: 'arm64', memory: render.MemorySize, storage: render.EphemeralStorage.Size });
    const definition = stage.ofType('AWS::ECS::TaskDefinition')[0]![1].Properties;
    expect([tasks.size.vcpus * 1_024, tasks.size.memory].map(String)).toEqual([definition.Cpu, definition.Memory]);
  });

  it('rises with the number of renderers, and falls with longer segments', () => {
    const [account, fastest, longer] = ['New account', 'Fastest', 'Fast'].map(named);
    expect(fastest!.seconds).toBeLessThan(account!.seconds / 4);
    expect(fastest!.cost).toBeGreaterThan(account!.cost * 2);
    expect(fastest!.starting / fastest!.cost).toBeGreaterThan(0.5);
    expect(longer!.cost).toBeLessThan(fastest!.cost * 0.6);
  });
});
