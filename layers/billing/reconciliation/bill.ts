import { parseDecimal } from '../money.ts';
import { readCsv } from './csv.ts';

/** A line on the AWS bill. */
export interface BillLine {
  /** Product code, as in `RESOURCES`. */
  code: string;
  /** Pico-dollars; may be negative. */
  amount: bigint;
}

interface BillFilter {
  /** `2026-11` */
  month: string;
  /** Only lines with these tags are included. */
  tags: Readonly<Record<string, string>>;
}

/** Columns of a Cost and Usage Report. The older format uses slashes, and the newer one underscores (AWS Data Exports, "CUR 2.0"). */
const COLUMNS = {
  start: ['lineItem/UsageStartDate', 'line_item_usage_start_date'],
  code: ['lineItem/ProductCode', 'line_item_product_code'],
  usage: ['lineItem/UsageType', 'line_item_usage_type'],
  type: ['lineItem/LineItemType', 'line_item_line_item_type'],
  cost: ['lineItem/UnblendedCost', 'line_item_unblended_cost'],
} as const;

/** Currency of a line; US dollars if the column is missing. */
const CURRENCY = ['lineItem/CurrencyCode', 'line_item_currency_code'];

/** Line types for usage, as opposed to credits, taxes, or refunds. */
const USED = /^(Usage|DiscountedUsage|SavingsPlanCoveredUsage)$/;

/** Usage type of traffic to the internet, which the bill lists under the sending service. */
const EGRESS = /DataTransfer-Out-Bytes$/;
const EGRESS_CODE = 'AWSDataTransfer';

/**
 * Reads a month's usage lines with the given tags.
 * @throws Error if a column is missing, a cost is not a number, or a currency is not USD
 */
export async function* readBill(text: AsyncIterable<string> | Iterable<string>, { month, tags }: BillFilter): AsyncGenerator<BillLine> {
  const records = readCsv(text);
  const { value: header } = await records.next();
  if (!header) throw new Error('the file is empty');
  const column = findColumns(header);
  const currency = header.findIndex((title: string) => CURRENCY.includes(title));
  const tagged = Object.entries(tags).map(([key, value]) => ({ find: findTag(header, key), value }));
  for await (const record of records) {
    const at = (name: keyof typeof COLUMNS): string => record[column[name]] ?? '';
    if (!at('start').startsWith(month) || !USED.test(at('type'))) continue;
    if (!tagged.every(({ find, value }) => find(record) === value)) continue;
    const code = record[currency] || 'USD';
    if (code !== 'USD') throw new Error(`${CURRENCY[1]} is ${JSON.stringify(code)}, but the ledger is in USD`);
    const amount = parseDecimal(at('cost'));
    if (amount === undefined) throw new Error(`${COLUMNS.cost[1]} is ${JSON.stringify(at('cost'))}, which is not a number`);
    yield { code: EGRESS.test(at('usage')) ? EGRESS_CODE : at('code'), amount };
  }
}

function findColumns(header: readonly string[]): Record<keyof typeof COLUMNS, number> {
  const found = Object.entries(COLUMNS).map(([name, names]) => {
    const index = header.findIndex((title) => (names as readonly string[]).includes(title));
    if (index < 0) throw new Error(`the column ${names.join(' or ')} is missing`);
    return [name, index] as const;
  });
  return Object.fromEntries(found) as Record<keyof typeof COLUMNS, number>;
}

/** Returns a function that finds the value of a tag in a line. Either each tag has its own column, or all tags share one column as JSON. */
function findTag(header: readonly string[], key: string): (record: readonly string[]) => string | undefined {
  const own = header.findIndex((title) => title === `resourceTags/user:${key}` || title === `resource_tags_user_${key}`);
  if (own >= 0) return (record) => record[own];
  const all = header.indexOf('resource_tags');
  if (all < 0) throw new Error(`the column resourceTags/user:${key} or resource_tags is missing`);
  return (record) => tagOf(record[all] ?? '', `user_${key}`);
}

function tagOf(json: string, key: string): string | undefined {
  if (json === '') return undefined;
  let tags: unknown;
  try {
    tags = JSON.parse(json);
  } catch (cause) {
    throw new Error(`resource_tags is not JSON: ${(cause as Error).message}`, { cause });
  }
  return typeof tags === 'object' && tags !== null ? (tags as Record<string, string>)[key] : undefined;
}
