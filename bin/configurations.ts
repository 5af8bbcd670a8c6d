import { formatConfigurations, priceConfigurations } from '../lib/billing/configurations.ts';
import { readPrices } from '../lib/billing/prices.ts';
import { formatTable, publish } from './markdown.ts';
import { readTool } from './tool.ts';

/**
 * `npm run costs:video`: prints what a minute of video costs and how long it takes in each configuration, based on the planner and the
 * price file.
 */

const USAGE = `npm run costs:video -- [--region REGION] [--prices FILE] [--write]

  --region REGION   region of the list prices (default: us-east-1)
  --prices FILE     a price file, instead of a region
  --write           write the table into docs/guides/costs.md`;

const { values } = readTool(USAGE, { region: { type: 'string' }, prices: { type: 'string' }, write: { type: 'boolean' } });
const prices = readPrices({ ...(values.region && { region: values.region }), ...(values.prices && { prices: values.prices }) });
const { header, rows, numbers } = formatConfigurations(priceConfigurations(prices));
const table = formatTable(header, rows, numbers);
if (values.write) publish('guides/costs.md', 'configurations', table);
console.log(`At the list prices for ${prices.region} on ${prices.version}:\n\n${table}`);
