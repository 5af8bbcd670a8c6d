/** What the preflight reads of an account. Each fact is read separately, so that one that fails does not stop the others. */

/** A value, or why it could not be read. */
export type Fact<Value> = { value: Value } | UnreadFact;

export interface UnreadFact {
  /** The error. */
  unread: string;
  /** The IAM action that the credentials lack, if that is the reason. */
  permission?: string;
}

export interface Identity {
  account: string;
  arn: string;
}

export interface LambdaLimits {
  /** Concurrent executions of the account in the region. */
  concurrent: number;
  /** Those that no function has reserved. */
  unreserved: number;
}

export interface ApiLimits {
  /** Requests per second, and in a burst. */
  rate: number;
  burst: number;
  /** ARN of the role with which API Gateway writes logs, one for all APIs of the region. */
  logRole?: string;
}

export interface Subnet {
  id: string;
  vpc: string;
  zone: string;
  /** Free addresses. */
  free: number;
  /** Target of its default route. */
  wayOut: 'internet gateway' | 'gateway of another kind' | 'nowhere';
}

export interface Network {
  /** The subnets of the settings that exist. */
  subnets: Subnet[];
  /** Services that the VPC has endpoints of, such as `ecr.api`. */
  endpoints: string[];
}

export interface Certificate {
  status: string;
  /** Names that it covers; `*.` stands for one label. */
  names: string[];
  /** ISO 8601. */
  expires?: string;
}

export interface StackState {
  name: string;
  /** CloudFormation's status; undefined where there is no such stack. */
  status?: string;
}

/** Everything that a deployment depends on. Facts that its settings do not need are undefined. */
export interface Facts {
  region: string;
  identity: Identity;
  /** Version of the CDK's bootstrap stack; 0 where there is none. */
  bootstrap: Fact<number>;
  stacks: Fact<StackState[]>;
  lambda: Fact<LambdaLimits>;
  /** Executions that the stage's renderer has reserved; 0 where it does not exist or has none reserved. */
  reserved: Fact<number>;
  /** Memory of the largest function of the region, MB; 0 where there is none. */
  largestFunction: Fact<number>;
  fargateVcpus: Fact<number>;
  api: Fact<ApiLimits>;
  /** Step Functions' quotas by name. */
  states: Fact<Readonly<Record<string, number>>>;
  /** Services that the region lacks. */
  missingServices: Fact<string[]>;
  vpcs?: Fact<{ used: number; limit: number }>;
  network?: Fact<Network>;
  gpuVcpus?: Fact<number>;
  /** Whether the region offers the instance type. */
  gpuOffered?: Fact<boolean>;
  /** Polly's engines in the region. */
  polly?: Fact<string[]>;
  certificate?: Fact<Certificate>;
  /** Whether the SNS topic exists. */
  topic?: Fact<boolean>;
}
