import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPriceFile } from '../lib/billing/prices.ts';
import { ASSUMED, readAssembly, type StandingLine, standingCosts } from '../lib/billing/standing.ts';
import { formatTable, publish } from './markdown.ts';
import { readTool } from './tool.ts';

/** `npm run costs:standing`: prints what a synthesized deployment costs in a month without jobs. */

const USAGE = `npm run costs:standing -- [--assembly FOLDER] [--region REGION] [--prices FILE] [--write]

  --assembly FOLDER   output of npm run synth (default: cdk.out)
  --region REGION     region of the list prices (default: us-east-1)
  --prices FILE       a price file instead of a region
  --write             write the table into docs/deploy.md`;

const { values, refuse } = readTool(USAGE, {
  assembly: { type: 'string', default: 'cdk.out' },
  region: { type: 'string' },
  prices: { type: 'string' },
  write: { type: 'boolean' },
});

if (!existsSync(join(values.assembly, 'manifest.json')))
  refuse(`No templates in ${values.assembly}; create them with: npm run synth -- -c stage=live`);
const templates = readAssembly(values.assembly);
const file = readPriceFile({
  ...(values.region && { region: values.region }),
  ...(values.prices && { prices: values.prices }),
});
const table = tableOf(standingCosts(templates, file));
if (values.write)
  publish(
    'deploy.md',
    'standing',
    `List prices for ${file.region} on ${file.version}; a scheduled run takes ${ASSUMED.scheduledSeconds} s, ${ASSUMED.scheduledReads} read units, and ${ASSUMED.scheduledWrites} write units, and the image takes ${ASSUMED.imageBytes / 1e6} MB.\n\n${table}`,
  );
console.log(`At the list prices for ${file.region} on ${file.version}:\n\n${table}`);

function tableOf(lines: readonly StandingLine[]): string {
  const dollars = (amount: number | undefined) => (amount === undefined ? 'not in the price file' : `$${amount.toFixed(2)}`);
  const rows = lines.map(({ what, quantity, unit, price, cost }) => [
    what,
    `${quantity.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${quantity === 1 ? unit.replace(/s$/, '') : unit}`,
    price === undefined ? '' : `$${new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 }).format(price)}`,
    dollars(cost),
  ]);
  const total = lines.reduce((sum, { cost = 0 }) => sum + cost, 0);
  const all = [...rows, ['**Total**', '', '', `**${dollars(total)}**`]];
  return formatTable(['Item', 'Quantity', 'Unit price', 'Per month'], all);
}
