/**
 * Small offer files in the format of the AWS price list, for a region and with prices that are made up. Next to each product that is
 * wanted, there are others that are easily mistaken for it.
 */

export const REGION = 'xx-test-1';
export const PUBLISHED = '2026-10-01T00:00:00Z';

/** A pricing tier: where it starts, and dollars per unit. */
export type Tier = readonly [begin: string, usd: string];

export interface Row {
  usagetype: string;
  attributes?: Readonly<Record<string, string>>;
  tiers: readonly Tier[];
}

const flat = (usagetype: string, usd: string, attributes: Readonly<Record<string, string>> = {}): Row => ({
  usagetype: `XXT1-${usagetype}`,
  attributes,
  tiers: [['0', usd]],
});

/** Products of each service. */
export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  AWSLambda: [
    {
      usagetype: 'XXT1-Lambda-GB-Second-ARM',
      tiers: [
        ['0', '0.0000140000'],
        ['7500000000', '0.0000126000'],
      ],
    },
    {
      usagetype: 'XXT1-Lambda-GB-Second',
      tiers: [
        ['0', '0.0000170000'],
        ['6000000000', '0.0000150000'],
      ],
    },
    flat('Request', '0.0000002100'),
    flat('Request-ARM', '0.0000002200'),
    { usagetype: 'XXO1-Request', attributes: { regionCode: 'xx-other-1' }, tiers: [['0', '0.0000002500']] },
    flat('Lambda-Storage-GB-Second', '3.5E-8'),
    flat('Lambda-Provisioned-GB-Second', '0.0000097222'),
    flat('Lambda-Edge-GB-Second', '0.0000500100'),
  ],
  AmazonECS: [
    flat('Fargate-ARM-vCPU-Hours:perCPU', '0.0360000000'),
    flat('Fargate-vCPU-Hours:perCPU', '0.0450000000'),
    flat('Fargate-ARM-GB-Hours', '0.0040000000'),
    flat('Fargate-GB-Hours', '0.0050000000'),
    flat('Fargate-Windows-vCPU-Hours:perCPU', '0.0910000000'),
  ],
  AmazonVPC: [
    flat('PublicIPv4:InUseAddress', '0.0050000000'),
    flat('PublicIPv4:IdleAddress', '0.0060000000'),
    flat('VpcEndpoint-Hours', '0.0120000000'),
  ],
  AmazonStates: [{ usagetype: 'XXT1-StateTransition', tiers: [['0', '0.0000270000']] }, flat('StepFunctions-Request', '0.0000010000')],
  AmazonApiGateway: [
    {
      usagetype: 'XXT1-ApiGatewayRequest',
      attributes: { operation: 'ApiGatewayRequest' },
      tiers: [
        ['333000000', '0.0000030000'],
        ['0', '0.0000037000'],
      ],
    },
    flat('ApiGatewayHttpRequest', '0.0000011000'),
  ],
  AWSQueueService: [
    {
      usagetype: 'XXT1-Requests-Tier1',
      attributes: { queueType: 'Standard' },
      tiers: [
        ['100000000000', '0.0000003000'],
        ['0', '4.2E-7'],
      ],
    },
    flat('Requests-FIFO-Tier1', '0.0000005000', { queueType: 'FIFO (first-in, first-out)' }),
    flat('Requests-Tier1', '0.0000001000', { queueType: 'Fair' }),
  ],
  AWSEvents: [
    flat('Event-64K-Chunks', '0.0000011000', { eventType: 'Custom Event' }),
    flat('Event-64K-Chunks', '0.0000012000', { eventType: 'Partner Event' }),
  ],
  AmazonDynamoDB: [
    flat('WriteRequestUnits', '0.0000007000', { operation: 'PayPerRequestThroughput' }),
    flat('ReadRequestUnits', '0.0000001400', { operation: 'PayPerRequestThroughput' }),
    {
      usagetype: 'IA-WriteRequestUnits',
      attributes: { operation: 'PayPerRequestThroughput' },
      tiers: [['0', '0.00000078']],
    },
    {
      usagetype: 'IA-ReadRequestUnits',
      attributes: { operation: 'PayPerRequestThroughput' },
      tiers: [['0', '0.000000155']],
    },
    {
      usagetype: 'XXT1-TimedStorage-ByteHrs',
      tiers: [
        ['25', '0.3000000000'],
        ['0', '0.0000000000'],
      ],
    },
    flat('TimedPITRStorage-ByteHrs', '0.2400000000'),
  ],
  AmazonS3: [
    {
      usagetype: 'XXT1-TimedStorage-ByteHrs',
      attributes: { volumeType: 'Standard' },
      tiers: [
        ['0', '0.0250000000'],
        ['51200', '0.0240000000'],
        ['512000', '0.0230000000'],
      ],
    },
    flat('TimedStorage-ByteHrs', '0.0210000000', { volumeType: 'INTAAS3ObjectOverhead' }),
    flat('TimedStorage-SIA-ByteHrs', '0.0130000000'),
    flat('Requests-Tier1', '0.0000054000', { group: 'S3-API-Tier1' }),
    flat('Requests-Tier2', '0.0000004300', { group: 'S3-API-Tier2' }),
    flat('Requests-SIA-Tier1', '0.0000100000', { group: 'S3-API-SIA-Tier1' }),
  ],
  AmazonPolly: [
    flat('SynthesizeSpeech-Characters', '0.0000042000'),
    flat('SynthesizeSpeechNeural-Characters', '0.0000170000'),
    flat('SynthesizeSpeechGenerative-Characters', '0.0000300000'),
  ],
  AWSDataTransfer: [
    {
      usagetype: 'XXT1-DataTransfer-Out-Bytes',
      attributes: { transferType: 'AWS Outbound', toLocation: 'External', regionCode: '', fromRegionCode: REGION },
      tiers: [
        ['0', '0.0950000000'],
        ['10240', '0.0850000000'],
      ],
    },
    {
      usagetype: 'Global-DataTransfer-Out-Bytes',
      attributes: { transferType: 'AWS Outbound', toLocation: 'External', regionCode: '', fromRegionCode: '' },
      tiers: [['0', '0.0000000000']],
    },
    flat('USE1-AWS-Out-Bytes', '0.0200000000', { transferType: 'InterRegion Outbound', regionCode: '' }),
  ],
  awskms: [{ usagetype: `${REGION}-KMS-Keys`, tiers: [['0', '1.0000000000']] }],
  AmazonCloudWatch: [
    { usagetype: 'XXT1-CW:AlarmMonitorUsage', tiers: [['0', '0.1000000000']] },
    flat('CW:HighResAlarmMonitorUsage', '0.3000000000'),
    {
      usagetype: 'XXT1-DataProcessing-Bytes',
      tiers: [
        ['5', '0.6300000000'],
        ['0', '0.0000000000'],
      ],
    },
  ],
};

/** Returns the offer file of a service, as text. */
export function offerText(service: string, rows: readonly Row[] = ROWS[service] ?? []): string {
  const products: Record<string, object> = {};
  const onDemand: Record<string, object> = {};
  rows.forEach(({ usagetype, attributes, tiers }, index) => {
    const sku = `${service.toUpperCase().slice(0, 8)}${index}`;
    products[sku] = {
      sku,
      productFamily: 'Any',
      attributes: {
        servicecode: service,
        location: 'Nowhere (Test)',
        regionCode: REGION,
        usagetype,
        operation: '',
        ...attributes,
      },
    };
    const code = `${sku}.JRTCKXETXF`;
    const priceDimensions = Object.fromEntries(
      tiers.map(([beginRange, USD], tier) => {
        const rateCode = `${code}.${tier}`;
        return [
          rateCode,
          {
            rateCode,
            description: 'A price',
            unit: 'Units',
            beginRange,
            endRange: 'Inf',
            pricePerUnit: { USD },
            appliesTo: [],
          },
        ];
      }),
    );
    onDemand[sku] = {
      [code]: {
        offerTermCode: 'JRTCKXETXF',
        sku,
        effectiveDate: '2026-09-01T00:00:00Z',
        priceDimensions,
        termAttributes: {},
      },
    };
  });
  return JSON.stringify({
    formatVersion: 'v1.0',
    disclaimer: 'For tests only',
    offerCode: service,
    version: '20261001000000',
    publicationDate: PUBLISHED,
    products,
    terms: { OnDemand: onDemand },
  });
}
