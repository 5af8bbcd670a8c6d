import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readFacts, readIdentity } from '../../bin/preflight/read/read.ts';
import { readPriceFile } from '../../lib/billing/prices.ts';
import { standingCosts } from '../../lib/billing/standing.ts';
import { readSettings, SETTING_NAMES } from '../../lib/settings/index.ts';
import { synthesizeStage } from '../lib/fixture.ts';
import { environmentOf, type Recording, readRecording, serve } from './preflight/aws.ts';
import { grownUp, settingsOf, VPC } from './preflight/settings.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');

afterEach(() => vi.unstubAllEnvs());

describe("the guide's settings", () => {
  const rows = [...guide.slice(guide.indexOf('\n## Settings')).matchAll(/^\| `(\w+)` +\|.*\| (.*?) +\|$/gm)].map(
    ([, name, fallback]) => [name!, fallback!] as const,
  );

  it('are complete, and each is listed once', () => {
    expect(rows.map(([name]) => name)).toEqual([...SETTING_NAMES]);
  });

  it('have the actual defaults', () => {
    const [deployed, local] = [readSettings({ stage: 'dev' }), readSettings({})] as [object, object];
    for (const [name, fallback] of rows) {
      const [here, there] = [deployed, local].map((settings) => (settings as Record<string, unknown>)[name]);
      if (typeof here !== 'number' && typeof here !== 'boolean') continue;
      const expected = here === there ? String(here) : `${here}, local ${there}`;
      expect(`${name}: ${fallback}`).toBe(`${name}: ${expected}`);
    }
  });
});

describe("the guide's policy", () => {
  const { Statement } = JSON.parse(/```json\n(.*?)```/s.exec(guide)?.[1] ?? '{}') as {
    Statement: { Action: string[] }[];
  };
  const actions = Statement.flatMap(({ Action }) => Action);

  it('allows every action that the preflight reports as missing, and only actions that read', async () => {
    const denied = { $error: 'AccessDeniedException', status: 403, message: 'Not for you' };
    const recording = new Proxy<Recording>(readRecording('new'), {
      get: (target, name) => (name === 'GetCallerIdentity' ? target[name] : denied),
    });
    const aws = await serve(recording);
    for (const [name, value] of Object.entries(environmentOf(aws))) vi.stubEnv(name, value);
    const identity = await readIdentity('us-east-1');
    const more = { ...grownUp('111111111111'), tts: 'polly', gpu: { instanceType: 'g5.xlarge' } };
    const facts = await Promise.all([more, { ...more, vpc: VPC }].map((given) => readFacts(settingsOf(given), identity, 'hnb659fds')));
    aws.close();
    const lacking = facts
      .flatMap((one) => Object.values(one) as { permission?: string }[])
      .flatMap(({ permission }) => permission?.split(', ') ?? []);
    expect(new Set(lacking).size).toBeGreaterThan(12);
    expect(actions).toEqual(expect.arrayContaining(lacking));
    for (const action of actions) expect(action).toMatch(/:(Get|List|Describe|GET$)/);
  });
});

it("has a row with each billed resource's cost in the guide's idle month", () => {
  const { storage, service } = synthesizeStage({ stage: 'live' });
  const lines = standingCosts([storage.toJSON(), service.toJSON()], readPriceFile());
  for (const { what, cost } of lines) {
    const row = guide.split('\n').find((line) => line.startsWith(`| ${what} `));
    expect(row).toContain(` $${cost?.toFixed(2)} `);
  }
});
