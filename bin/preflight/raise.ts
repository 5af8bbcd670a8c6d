import {
  paginateListAWSDefaultServiceQuotas,
  RequestServiceQuotaIncreaseCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { explainAwsError } from '../aws/explain-error.ts';
import { count, type Finding, type QuotaIncrease } from './judge/finding.ts';
import { clientOptions } from './read/fact.ts';
import type { Quota } from './read/quotas.ts';

/** Returns the quota increases that the findings call for. */
export const increasesOf = (findings: readonly Finding[]): QuotaIncrease[] => findings.flatMap(({ raise }) => raise ?? []);

export const describeIncrease = ({ quota: { name, service }, value }: QuotaIncrease): string => `"${name}" (${service}) to ${count(value)}`;

/**
 * Requests a quota increase from AWS, which may take days to decide.
 * @returns the outcome as a sentence, and whether the request was filed or was already pending
 */
export async function requestIncrease(increase: QuotaIncrease, region: string): Promise<{ ok: boolean; outcome: string }> {
  const { quota, value } = increase;
  const client = new ServiceQuotasClient(clientOptions(region));
  try {
    const QuotaCode = quota.code ?? (await findCode(client, quota));
    const command = new RequestServiceQuotaIncreaseCommand({ ServiceCode: quota.service, QuotaCode, DesiredValue: value });
    const { RequestedQuota: { Status, CaseId } = {} } = await client.send(command);
    return { ok: true, outcome: `requested, status ${Status ?? 'unknown'}${CaseId ? `, support case ${CaseId}` : ''}` };
  } catch (error) {
    if ((error as Error).name === 'ResourceAlreadyExistsException') return { ok: true, outcome: 'an earlier request is still open' };
    return { ok: false, outcome: `not requested: ${explainAwsError(error)}` };
  }
}

async function findCode(client: ServiceQuotasClient, { service, name }: Quota): Promise<string | undefined> {
  for await (const { Quotas = [] } of paginateListAWSDefaultServiceQuotas({ client, pageSize: 100 }, { ServiceCode: service })) {
    const found = Quotas.find(({ QuotaName }) => QuotaName === name);
    if (found) return found.QuotaCode;
  }
  return undefined;
}
