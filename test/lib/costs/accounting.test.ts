import { describe, expect, it } from 'vitest';
import { focusExportKey } from '#aws';
import { FOCUS_COLUMNS } from '#billing';
import { flatten, synthesizeStage } from '../fixture.ts';

const stage = synthesizeStage({ stage: 'my-test' });
const [[, table] = [undefined, undefined]] = stage.ofType('AWS::Glue::Table');
const { TableInput: input, DatabaseName: database } = table?.Properties ?? {};

describe('the exports table', () => {
  it("has the files' columns in the same order", () => {
    const names = input.StorageDescriptor.Columns.map(({ Name }: { Name: string }) => Name);
    expect(names).toEqual(FOCUS_COLUMNS.map((name) => name.toLowerCase()));
    expect(input.Parameters['skip.header.line.count']).toBe('1');
  });

  it('has the location that the export writes to', () => {
    const place = flatten(input.Parameters['storage.location.template']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Athena inserts the day.
    const folder = place.slice(place.indexOf('focus/')).replace('${day}', '2026-11-21');
    expect(focusExportKey('2026-11-21', 0, 0)).toBe(`${folder}part-0-0000.csv`);
    expect(input.PartitionKeys).toEqual([{ Name: 'day', Type: 'date' }]);
  });

  it('is in a database with a name that Athena allows', () => {
    expect(database).toMatch(/^[a-z0-9_]+$/);
    expect(stage.ofType('AWS::Glue::Database')[0]?.[1].Properties.DatabaseInput.Name).toBe(database);
    expect(stage.ofType('AWS::Athena::NamedQuery')[0]?.[1].Properties.Database).toBe(database);
  });
});

it('aggregates the ledger every five minutes and exports it every hour', () => {
  const rates = stage
    .ofType('AWS::Events::Rule')
    .filter(([id]) => id.startsWith('Accounting'))
    .map(([, { Properties }]) => Properties.ScheduleExpression);
  expect(rates.sort()).toEqual(['rate(1 hour)', 'rate(5 minutes)']);
});
