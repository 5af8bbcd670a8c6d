/**
 * The rules of FOCUS 1.2 for the mandatory columns and some of the conditional ones, from the column definitions in the specification:
 * type, whether null is allowed, allowed values, and constraints between columns.
 */
interface Rule {
  type: 'decimal' | 'instant' | 'text';
  nullable: boolean;
  allowed?: readonly string[];
}

const SERVICE_CATEGORIES = [
  'AI and Machine Learning',
  'Analytics',
  'Business Applications',
  'Compute',
  'Databases',
  'Developer Tools',
  'Identity',
  'Integration',
  'Internet of Things',
  'Management and Governance',
  'Media',
  'Migration',
  'Mobile',
  'Multicloud',
  'Networking',
  'Other',
  'Security',
  'Storage',
  'Web',
];

const decimal: Rule = { type: 'decimal', nullable: false };
const instant: Rule = { type: 'instant', nullable: false };
const text: Rule = { type: 'text', nullable: false };
const optional: Rule = { type: 'text', nullable: true };

const RULES: Readonly<Record<string, Rule>> = {
  BilledCost: decimal,
  BillingAccountId: text,
  BillingAccountName: optional,
  BillingCurrency: text,
  BillingPeriodEnd: instant,
  BillingPeriodStart: instant,
  ChargeCategory: { ...text, allowed: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'] },
  ChargeClass: { ...optional, allowed: ['Correction'] },
  ChargeDescription: optional,
  ChargePeriodEnd: instant,
  ChargePeriodStart: instant,
  ConsumedQuantity: { ...decimal, nullable: true },
  ConsumedUnit: optional,
  ContractedCost: decimal,
  EffectiveCost: decimal,
  InvoiceIssuerName: text,
  ListCost: decimal,
  ListUnitPrice: { ...decimal, nullable: true },
  PricingQuantity: { ...decimal, nullable: true },
  PricingUnit: optional,
  ProviderName: text,
  PublisherName: text,
  RegionId: optional,
  ServiceCategory: { ...text, allowed: SERVICE_CATEGORIES },
  ServiceName: text,
  SkuId: optional,
  SubAccountId: optional,
  Tags: optional,
};

/** Three-letter ISO 4217 codes. The service bills in a single currency. */
const CURRENCY = /^[A-Z]{3}$/;
/** Numeric format in the specification: digits with an optional sign, decimal point, and exponent. */
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** Date and time format in the specification: ISO 8601 in UTC, ending in Z. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Lists everything that is wrong with a FOCUS file, as sentences. Empty if the file is valid. @param records the header, followed by the
 * rows
 */
export function validateFocus([header = [], ...rows]: readonly string[][]): string[] {
  const faults = Object.keys(RULES)
    .filter((name) => !header.includes(name))
    .map((name) => `The column ${name} is missing`);
  const names = new Set(header);
  if (names.size !== header.length) faults.push('A column occurs twice');
  const firstCustom = header.findIndex((name) => name.startsWith('x_'));
  for (const [index, name] of header.entries()) {
    if (name in RULES) {
      if (firstCustom >= 0 && index > firstCustom) faults.push(`The column ${name} is after the custom columns`);
    } else if (!/^x_[A-Z]\w{0,48}$/.test(name)) faults.push(`The column ${name} is unknown and lacks the prefix x_`);
  }
  for (const [number, row] of rows.entries()) {
    if (row.length !== header.length) faults.push(`Row ${number} has ${row.length} fields, not ${header.length}`);
    const values = Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']));
    faults.push(...faultsOf(values).map((fault) => `Row ${number}: ${fault}`));
  }
  return faults;
}

function faultsOf(row: Readonly<Record<string, string>>): string[] {
  const faults = Object.entries(RULES).flatMap(([name, rule]) => {
    const fault = faultOf(row[name] ?? '', rule);
    return fault ? [`${name} ${fault}`] : [];
  });
  const must = (holds: boolean, fault: string) => holds || faults.push(fault);
  const { ChargePeriodStart: start = '', ChargePeriodEnd: end = '', BillingPeriodStart: first = '', BillingPeriodEnd: last = '' } = row;
  must(CURRENCY.test(row.BillingCurrency ?? ''), 'BillingCurrency is not a currency');
  must(start < end, 'the charge period does not end after its start');
  must(first < last, 'the billing period does not end after its start');
  must(start >= first && end <= last, 'the charge period is not within the billing period');
  if (row.ChargeCategory === 'Usage') {
    must(Number(row.BilledCost) >= 0, 'the cost of usage is negative');
    if (row.ChargeClass === '') {
      must(row.PricingQuantity !== '', 'PricingQuantity is null for usage');
      must(row.PricingUnit !== '', 'PricingUnit is null although there is a quantity');
      must((row.ConsumedQuantity === '') === (row.ConsumedUnit === ''), 'ConsumedQuantity and ConsumedUnit are not both set');
      must(row.SkuId !== '', 'SkuId is null for usage with a list price');
      must(row.ListUnitPrice !== '', 'ListUnitPrice is null although there is a SkuId');
    }
  }
  return faults;
}

function faultOf(value: string, { type, nullable, allowed }: Rule): string | undefined {
  if (value === '') return nullable ? undefined : 'is null';
  if (value.toLowerCase() === 'null') return 'is the word null';
  if (type === 'decimal' && !NUMBER.test(value)) return `is not a number: ${value}`;
  if (type === 'instant' && !(INSTANT.test(value) && !Number.isNaN(Date.parse(value)))) return `is not an instant: ${value}`;
  if (allowed && !allowed.includes(value)) return `must not be ${value}`;
  return undefined;
}
