import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Resource, synthesizeStage } from '../fixture.ts';

const runbook = readFileSync('docs/runbook.md', 'utf8');

/** Monthly price of each metric that an alarm watches, in dollars (CloudWatch pricing, us-east-1, "Alarms", standard resolution). */
const ALARM_METRIC = 0.1;

const stage = synthesizeStage({ stage: 'test', canaryMinutes: 5, monthlyBudget: 500 });
const alarms = alarmsOf(stage);

function alarmsOf({ ofType }: typeof stage): (Resource['Properties'] & { name: string })[] {
  return ofType('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => ({
    // If a sum has more functions than an alarm can watch, it is split into several numbered alarms.
    name: id.replace(/^ObservabilityAlarms|\d?[0-9A-F]{8}$/g, ''),
    ...Properties,
  }));
}

/** Text of each section by title. */
const sections = new Map(
  runbook
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

/** Counts the metrics that alarms watch. For a sum, each part is billed. */
const metricsOf = (of: typeof alarms): number =>
  of
    .map(({ Metrics = [{ MetricStat: {} }] }) => Metrics.filter(({ MetricStat }: Resource['Properties']) => MetricStat))
    .reduce((sum, { length }) => sum + length, 0);

it('has a section for every alarm, and no other sections', () => {
  expect([...sections.keys()].sort()).toEqual([...new Set(alarms.map(({ name }) => name))].sort());
});

it.each([...sections])('explains what %s means, where to look, and how to fix it', (_, section) => {
  for (const part of ['Meaning', 'First look', 'Fix']) expect(section).toMatch(new RegExp(`^- \\*\\*${part}\\*\\*: \\S.{10,}`, 'm'));
});

it("is linked in every alarm, with the alarm's section", () => {
  for (const { name, AlarmDescription } of alarms) {
    expect(AlarmDescription).toMatch(new RegExp(`See docs/runbook\\.md#${name.toLowerCase()}\\.$`));
    expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
  }
});

it('does not have broken links to sections', () => {
  const anchors = [...sections.keys()].map((title) => title.toLowerCase());
  const links = [...runbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

it("has the dashboard's name", () => {
  const [[, { Properties }] = ['', { Properties: {} }]] = stage.ofType('AWS::CloudWatch::Dashboard');
  const name = String(Properties.DashboardName).replace('test', 'STAGE').replace('us-east-1', 'REGION');
  expect(runbook).toContain(`The dashboard \`${name}\``);
});

it("states the alarms' monthly cost", () => {
  const cost = (of: typeof alarms) => metricsOf(of) * ALARM_METRIC;
  const standing = cost(alarmsOf(synthesizeStage({ stage: 'test' })));
  const stated = Number(/they cost about \$(\d+) a month/.exec(runbook)?.[1]);
  expect(Math.abs(stated - standing)).toBeLessThanOrEqual(1);
  expect(cost(alarms) - standing).toBeLessThan(1);
});
