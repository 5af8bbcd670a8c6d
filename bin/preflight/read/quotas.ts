import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  paginateListAWSDefaultServiceQuotas,
  paginateListServiceQuotas,
  type ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { known } from './fact.ts';

/** A quota as named in Service Quotas. */
export interface Quota {
  service: string;
  /** Undefined if only the name of the quota is known. */
  code?: string;
  name: string;
}

export const QUOTAS = {
  concurrency: { service: 'lambda', code: 'L-B99A9384', name: 'Concurrent executions' },
  fargate: { service: 'fargate', code: 'L-3032A538', name: 'Fargate On-Demand vCPU resource count' },
  gpu: { service: 'ec2', code: 'L-DB2E81BA', name: 'Running On-Demand G and VT instances' },
  vpcs: { service: 'vpc', code: 'L-F678F1CE', name: 'VPCs per Region' },
  apiRate: { service: 'apigateway', code: 'L-8A5B8E43', name: 'Throttle rate' },
} as const satisfies Record<string, Quota>;

export const quotaLink = ({ service, code }: Quota, region: string): string =>
  `https://${region}.console.aws.amazon.com/servicequotas/home/services/${service}/quotas${code ? `/${code}` : ''}`;

/** Reads the value of a quota for the account, or else the AWS default. */
export async function readQuota(client: ServiceQuotasClient, { service, code, name }: Quota): Promise<number> {
  const input = { ServiceCode: service, QuotaCode: code };
  try {
    const { Quota } = await client.send(new GetServiceQuotaCommand(input));
    return known(name, Quota?.Value);
  } catch (error) {
    if ((error as Error).name !== 'NoSuchResourceException') throw error;
    const { Quota } = await client.send(new GetAWSDefaultServiceQuotaCommand(input));
    return known(name, Quota?.Value);
  }
}

/** Reads the quotas of a service by name. Values for the account override the AWS defaults. */
export async function readQuotas(client: ServiceQuotasClient, service: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const input = { ServiceCode: service };
  for await (const { Quotas = [] } of paginateListAWSDefaultServiceQuotas({ client, pageSize: 100 }, input))
    for (const { QuotaName = '', Value } of Quotas) if (Value !== undefined) found[QuotaName] = Value;
  for await (const { Quotas = [] } of paginateListServiceQuotas({ client, pageSize: 100 }, input))
    for (const { QuotaName = '', Value } of Quotas) if (Value !== undefined) found[QuotaName] = Value;
  return found;
}
