import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { EC2Client } from '@aws-sdk/client-ec2';
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { DescribeVoicesCommand, PollyClient } from '@aws-sdk/client-polly';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { type Settings, serviceStackName } from '../../../lib/settings/index.ts';
import type { ApiLimits, Facts, Identity, LambdaLimits } from '../facts.ts';
import { hasTopic, readBootstrap, readCertificate, readMissingServices, readStacks } from './deployment.ts';
import { clientOptions, fact, known } from './fact.ts';
import { countVpcs, isOffered, readNetwork } from './network.ts';
import { QUOTAS, readQuota, readQuotas } from './quotas.ts';

/** Reads the account and ARN of the credentials. @throws Error if credentials are missing or AWS rejects them */
export async function readIdentity(region: string): Promise<Identity> {
  const { Account, Arn } = await new STSClient(clientOptions(region)).send(new GetCallerIdentityCommand());
  if (!Account || !Arn) throw new Error('AWS did not return an account');
  return { account: Account, arn: Arn };
}

/** Reads everything that a deployment depends on, without changing anything. @param qualifier qualifier of the CDK bootstrap stack */
export async function readFacts(settings: Settings, identity: Identity, qualifier: string): Promise<Facts> {
  const { region, stage, gpu, vpc, domain, alarmTopic, tts, studio } = settings;
  const options = clientOptions(region);
  const [ssm, ec2] = [new SSMClient(options), new EC2Client(options)];
  const [quotas, lambda] = [new ServiceQuotasClient(options), new LambdaClient(options)];
  const quota = (one: keyof typeof QUOTAS) => fact('servicequotas:GetServiceQuota', () => readQuota(quotas, QUOTAS[one]));
  const services = tts === 'polly' ? ['polly'] : [];
  const stacks = [`AvatarStorage-${stage}`, serviceStackName(stage), ...(studio ? [`AvatarStudio-${stage}`] : [])];
  const reads = {
    bootstrap: fact('ssm:GetParameter', () => readBootstrap(ssm, qualifier)),
    stacks: fact('cloudformation:DescribeStacks', () => readStacks(new CloudFormationClient(options), stacks)),
    lambda: fact('lambda:GetAccountSettings', () => readLambda(lambda)),
    reserved: fact('lambda:ListFunctions, lambda:GetFunctionConcurrency', () => readReserved(lambda, reservingPrefixes(stage))),
    largestFunction: fact('lambda:ListFunctions', () => readLargest(lambda)),
    fargateVcpus: quota('fargate'),
    api: fact('apigateway:GET', () => readApi(new APIGatewayClient(options))),
    states: fact('servicequotas:ListServiceQuotas', () => readQuotas(quotas, 'states')),
    missingServices: fact('ssm:GetParameters', () => readMissingServices(ssm, region, services)),
    ...(!vpc && {
      vpcs: fact('ec2:DescribeVpcs', async () => ({
        used: await countVpcs(ec2),
        limit: await readQuota(quotas, QUOTAS.vpcs),
      })),
    }),
    ...(vpc && {
      network: fact('ec2:DescribeSubnets, ec2:DescribeRouteTables, ec2:DescribeVpcEndpoints', () => readNetwork(ec2, vpc)),
    }),
    ...(gpu && {
      gpuVcpus: quota('gpu'),
      gpuOffered: fact('ec2:DescribeInstanceTypeOfferings', () => isOffered(ec2, gpu.instanceType)),
    }),
    ...(tts === 'polly' && { polly: fact('polly:DescribeVoices', () => readEngines(new PollyClient(options))) }),
    ...(domain && {
      certificate: fact('acm:DescribeCertificate', () => readCertificate(region, domain.certificate)),
    }),
    ...(alarmTopic && { topic: fact('sns:GetTopicAttributes', () => hasTopic(region, alarmTopic)) }),
  };
  const found = await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read] as const));
  return { region, identity, ...Object.fromEntries(found) } as Facts;
}

async function readLambda(client: LambdaClient): Promise<LambdaLimits> {
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand());
  return {
    concurrent: known('ConcurrentExecutions', AccountLimit?.ConcurrentExecutions),
    unreserved: known('UnreservedConcurrentExecutions', AccountLimit?.UnreservedConcurrentExecutions),
  };
}

/**
 * Returns the name prefixes of all functions with reserved concurrency. CloudFormation names a function after the stack and the logical ID,
 * followed by random characters.
 */
export const reservingPrefixes = (stage: string): string[] =>
  ['Render', 'Import'].map((name) => `${serviceStackName(stage)}-Pipeline${name}Function`);

async function readReserved(client: LambdaClient, prefixes: readonly string[]): Promise<number> {
  let reserved = 0;
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    for (const { FunctionName } of Functions.filter((found) => prefixes.some((prefix) => found.FunctionName?.startsWith(prefix)))) {
      const found = await client.send(new GetFunctionConcurrencyCommand({ FunctionName }));
      reserved += found.ReservedConcurrentExecutions ?? 0;
    }
  }
  return reserved;
}

async function readLargest(client: LambdaClient): Promise<number> {
  let largest = 0;
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { MemorySize = 0 } of Functions) largest = Math.max(largest, MemorySize);
  return largest;
}

async function readApi(client: APIGatewayClient): Promise<ApiLimits> {
  const { throttleSettings, cloudwatchRoleArn } = await client.send(new GetAccountCommand());
  return {
    rate: known('throttleSettings.rateLimit', throttleSettings?.rateLimit),
    burst: known('throttleSettings.burstLimit', throttleSettings?.burstLimit),
    ...(cloudwatchRoleArn && { logRole: cloudwatchRoleArn }),
  };
}

async function readEngines(client: PollyClient): Promise<string[]> {
  const { Voices = [] } = await client.send(new DescribeVoicesCommand());
  return [...new Set(Voices.flatMap(({ SupportedEngines = [] }) => SupportedEngines))].sort();
}
