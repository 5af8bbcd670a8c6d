import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FOCUS_COLUMNS } from '#billing';
import { focusLine } from '../../layers/billing/focus/csv.ts';
import { synthesizeStage } from '../lib/fixture.ts';

const [[, table] = [undefined, undefined]] = synthesizeStage({ stage: 'my-test' }).ofType('AWS::Glue::Table');

it('Athena reads an export as it was written, also with quotes and backslashes in metadata', () => {
  const parameters = table!.Properties.TableInput.StorageDescriptor.SerdeInfo.Parameters;
  const metadata = fc.dictionary(fc.string({ maxLength: 12 }), fc.string({ unit: fc.constantFrom('"', '\\', ',', 'a', '\n', '\u0001') }));
  fc.assert(
    fc.property(metadata, fc.stringMatching(/^[\w.-]{1,20}$/), (tags, account) => {
      const row = { at: '2026-11-21T10:00:00.000Z', estimated: false, step: 'solve', metadata: tags, prices: { region: 'us-east-1' } };
      const charge = { resource: 'egress', quantity: 1, unit_price: 1, amount: 1 };
      const line = focusLine({ row, charge, account, period: 3_600_000 }, { account: '123456789012', name: 'live' });
      const values = readAsAthena(line.replace(/\r\n$/, ''), parameters);
      expect(JSON.parse(values[FOCUS_COLUMNS.indexOf('Tags')]!)).toEqual(tags);
      expect(values[FOCUS_COLUMNS.indexOf('x_Account')]).toBe(account);
      expect(values).toHaveLength(FOCUS_COLUMNS.length);
    }),
    { numRuns: 1_000 },
  );
});

/**
 * Splits a line in the same way as Athena's OpenCSVSerde, which uses opencsv 2.3. Within quotes, an escape character before a quote or
 * another escape character escapes it, and is dropped anywhere else. Two quotes stand for one. If the escape character is a quote, the
 * default is used instead, which is a backslash.
 */
function readAsAthena(line: string, { separatorChar, quoteChar, escapeChar }: Record<string, string>): string[] {
  const escaping = escapeChar === '"' ? '\\' : escapeChar;
  const values = [''];
  let quoted = false;
  for (let i = 0; i < line.length; i += 1) {
    const [character, next] = [line[i], line[i + 1]];
    const add = (text = '') => values.push(values.pop()! + text);
    if (character === escaping) {
      if (quoted && (next === quoteChar || next === escaping)) add(line[++i]);
    } else if (character === quoteChar) {
      if (quoted && next === quoteChar) add(line[++i]);
      else quoted = !quoted;
    } else if (character === separatorChar && !quoted) values.push('');
    else add(character);
  }
  return values;
}
