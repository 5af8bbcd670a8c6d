import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHARGED, listPrice, type Offer, parseOffer, plainDecimal, refreshPrices } from '../../../lib/billing/offers/index.ts';
import { readPriceFile } from '../../../lib/billing/prices.ts';
import { offerText, PUBLISHED, REGION, ROWS, type Row } from './offer-files.ts';

const offersOf = (rows: Readonly<Record<string, readonly Row[]>> = ROWS): Map<string, Offer> =>
  new Map(Object.entries(rows).map(([service, some]) => [service, parseOffer(service, offerText(service, some))]));

const refresh = (offers = offersOf()) => refreshPrices(REGION, offers, '2026-11-22', readPriceFile());

const without = (service: string, usagetype: RegExp) => ({
  ...ROWS,
  [service]: ROWS[service]!.filter((row) => !usagetype.test(row.usagetype)),
});

describe('a region’s prices', () => {
  it('are the list prices of the first tier that costs something', () => {
    const { file } = refresh();
    expect(file).toMatchObject({ region: REGION, version: '2026-11-22' });
    expect(file.prices).toMatchObject({
      'lambda.compute.arm64': '0.000014',
      'lambda.compute.x86': '0.000017',
      'lambda.requests': '0.00000021',
      'lambda.storage': '0.000000035',
      'fargate.vcpu.arm64': '0.036',
      'fargate.vcpu.x86': '0.045',
      'fargate.memory.arm64': '0.004',
      'fargate.memory.x86': '0.005',
      'fargate.address': '0.005',
      'states.transitions': '0.000027',
      'api.requests': '0.0000037',
      'sqs.requests': '0.00000042',
      'events.published': '0.0000011',
      'dynamodb.writes': '0.0000007',
      'dynamodb.reads': '0.00000014',
      's3.storage': '0.025',
      's3.writes': '0.0000054',
      's3.reads': '0.00000043',
      'polly.standard': '0.0000042',
      'polly.neural': '0.000017',
      'polly.generative': '0.00003',
      egress: '0.095',
    });
  });

  it('include their publication time and the available prices of idle resources', () => {
    const { file, missing } = refresh();
    expect(file.published).toEqual(Object.fromEntries(Object.keys(ROWS).map((service) => [service, PUBLISHED])));
    expect(file.standing).toEqual({
      'kms.keys': '1',
      'cloudwatch.alarms': '0.1',
      'logs.ingested': '0.63',
      'dynamodb.storage': '0.3',
      'dynamodb.backup': '0.24',
      'endpoints.hours': '0.012',
    });
    expect(missing).toContain('ecr.storage: the offer file for AmazonECR is missing');
    expect(missing).toContain(
      'cloudwatch.dashboards: AmazonCloudWatch, usagetype ^DashboardsUsageHour$, region xx-test-1: 0 of 3 products match',
    );
  });
});

describe('an unavailable price', () => {
  it.each([
    [
      'its service, the search, and the number of products',
      without('AWSQueueService', /Requests-Tier1$/),
      'sqs.requests: AWSQueueService, usagetype ^Requests-(RBP|Tier1)$, queueType "Standard", region xx-test-1: 0 of 1 products match',
    ],
    [
      'its service if the file is missing',
      Object.fromEntries(Object.entries(ROWS).filter(([service]) => service !== 'AmazonStates')),
      'states.transitions: the offer file for AmazonStates is missing',
    ],
    [
      'the products whose prices differ',
      {
        ...ROWS,
        AmazonPolly: [...ROWS.AmazonPolly!, { ...ROWS.AmazonPolly![0]!, tiers: [['0', '0.000005']] as const }],
      },
      '(AMAZONPO0, AMAZONPO3), at different prices: 0.0000042, 0.000005',
    ],
    [
      'a price in a different unit',
      { ...ROWS, AmazonStates: [{ usagetype: 'XXT1-StateTransition', tiers: [['0', '0.027']] as const }] },
      "states.transitions: 0.027 is 1.08e+3 times the other region's 0.000025; AWS may have changed the unit",
    ],
  ])('is rejected by name, showing %s', (_, rows, message) => {
    expect(() => refresh(offersOf(rows))).toThrow(message);
  });

  it('is reported together with all the others', () => {
    expect(() => refresh(new Map())).toThrow(`Could not create a price file for ${REGION}:`);
    for (const name of Object.keys(CHARGED)) expect(() => refresh(new Map())).toThrow(`- ${name}: the offer file for`);
  });

  it('is rejected in a different currency', () => {
    const text = offerText('AmazonStates').replaceAll('"USD"', '"CNY"');
    expect(() => refresh(offersOf().set('AmazonStates', parseOffer('AmazonStates', text)))).toThrow('without a price in dollars');
  });
});

describe('an offer file', () => {
  it.each([
    ['that is not JSON', '<html>', 'The offer file for AWSLambda is not valid JSON'],
    ['of another service', offerText('AmazonS3'), 'The offer file for AWSLambda belongs to AmazonS3'],
    ['without terms', JSON.stringify({ ...JSON.parse(offerText('AWSLambda')), terms: 1 }), 'is invalid at terms'],
  ])('%s is rejected', (_, text, message) => {
    expect(() => parseOffer('AWSLambda', text)).toThrow(message);
  });

  it('may contain any other products and terms without affecting a price', () => {
    const expected = refresh().file.prices;
    const services = Object.keys(ROWS);
    const other = fc.oneof(
      fc.jsonValue(),
      fc.record({ sku: fc.string(), attributes: fc.dictionary(fc.string(), fc.string()) }),
      fc.record({ attributes: fc.record({ usagetype: fc.constantFrom('EUC1-Request', 'Request-', 'xRequest', '') }) }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...services),
        fc.dictionary(
          fc.stringMatching(/^[A-Z0-9]{1,12}$/).map((name) => `Z${name}`),
          other,
        ),
        fc.jsonValue(),
        (service, products, terms) => {
          const content = JSON.parse(offerText(service)) as { products: object; terms: { OnDemand: object } };
          for (const name of Object.keys(products)) Object.assign(content.terms.OnDemand, { [name]: terms });
          Object.assign(content.products, products);
          const offers = offersOf().set(service, parseOffer(service, JSON.stringify(content)));
          expect(refresh(offers).file.prices).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('uses the lowest tier that is not free, regardless of the order of tiers', () => {
    const tiers = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 999 })), {
      selector: ([begin]) => begin,
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(tiers, (some) => {
        const rows = [{ usagetype: 'Any', tiers: some.map(([begin, usd]) => [String(begin), `${usd}.50`] as const) }];
        const free = [{ usagetype: 'Any', tiers: some.map(([begin]) => [String(begin), '0.0000000000'] as const) }];
        const [first] = [...some].sort(([a], [b]) => a - b);
        expect(listPrice(parseOffer('Any', offerText('Any', rows)), 'ANY0')).toBe(`${first![1]}.5`);
        expect(listPrice(parseOffer('Any', offerText('Any', free)), 'ANY0')).toBe('0');
      }),
    );
  });
});

describe('a decimal number', () => {
  it('is formatted without an exponent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: -12, max: 6 }), (mantissa, exponent) => {
        const plain = plainDecimal(`${mantissa}E${exponent}`);
        expect(plain).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(Number(plain)).toBe(Number(`${mantissa}E${exponent}`));
        expect(plainDecimal(`${plain}${plain.includes('.') ? '' : '.0'}0000`)).toBe(plain);
      }),
    );
  });

  it.each(['', '-1', '1,5', 'NaN', '1.2.3', '0x10'])('is not %j', (text) => {
    expect(() => plainDecimal(text)).toThrow('is not a price');
  });
});
