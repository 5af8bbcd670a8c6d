import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm';
import type { Certificate, StackState } from '../facts.ts';
import { clientOptions } from './fact.ts';

/** Reads the version of the CDK bootstrap stack. Returns 0 if the stack does not exist. */
export async function readBootstrap(client: SSMClient, qualifier: string): Promise<number> {
  try {
    const Name = `/cdk-bootstrap/${qualifier}/version`;
    const { Parameter } = await client.send(new GetParameterCommand({ Name }));
    return Number(Parameter?.Value);
  } catch (error) {
    if ((error as Error).name === 'ParameterNotFound') return 0;
    throw error;
  }
}

/** Services that a deployment uses, as named in AWS public parameters. */
const SERVICES = ['lambda', 'apigateway', 'dynamodb', 'sqs', 's3', 'kms', 'ecs', 'ecr'] as const;

/** Reads which services are not available in a region, according to AWS public parameters. */
export async function readMissingServices(client: SSMClient, region: string, more: readonly string[]): Promise<string[]> {
  const prefix = `/aws/service/global-infrastructure/regions/${region}/services/`;
  // GetParameters accepts up to ten names.
  const Names = [...SERVICES, ...more].map((service) => `${prefix}${service}`);
  const { InvalidParameters = [] } = await client.send(new GetParametersCommand({ Names }));
  return InvalidParameters.map((name) => name.slice(prefix.length));
}

/** Reads the status of each stack, which is undefined if the stack does not exist. */
export async function readStacks(client: CloudFormationClient, names: readonly string[]): Promise<StackState[]> {
  return Promise.all(
    names.map(async (name) => {
      try {
        const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
        const status = Stacks[0]?.StackStatus;
        return { name, ...(status && { status }) };
      } catch (error) {
        if (/does not exist/.test((error as Error).message)) return { name };
        throw error;
      }
    }),
  );
}

export async function readCertificate(region: string, arn: string): Promise<Certificate> {
  const client = new ACMClient(clientOptions(region));
  try {
    const { Certificate: found } = await client.send(new DescribeCertificateCommand({ CertificateArn: arn }));
    const names = [found?.DomainName, ...(found?.SubjectAlternativeNames ?? [])].filter((name) => name !== undefined);
    return {
      status: found?.Status ?? 'unknown',
      names: [...new Set(names)],
      ...(found?.NotAfter && { expires: found.NotAfter.toISOString() }),
    };
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return { status: 'missing', names: [] };
    throw error;
  }
}

/** Returns true if the SNS topic exists. */
export async function hasTopic(region: string, arn: string): Promise<boolean> {
  const client = new SNSClient(clientOptions(region));
  try {
    await client.send(new GetTopicAttributesCommand({ TopicArn: arn }));
    return true;
  } catch (error) {
    if (/^NotFound/.test((error as Error).name)) return false;
    throw error;
  }
}
