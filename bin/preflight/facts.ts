/** Facts that the preflight reads from an account, each separately, so that a failure does not stop the others. */

/** A value, or the reason why it could not be read. */
export type Fact<Value> = { value: Value } | UnreadFact;

export interface UnreadFact {
  unread: string;
  /** The missing IAM action, if that is the reason. */
  permission?: string;
}

export interface Identity {
  account: string;
  arn: string;
}

export interface LambdaLimits {
  /** The account's concurrent executions in the region. */
  concurrent: number;
  /** Executions that no function has reserved. */
  unreserved: number;
}

export interface ApiLimits {
  /** Requests per second, and per burst. */
  rate: number;
  burst: number;
  /** ARN of the role with which all APIs of the region write logs. */
  logRole?: string;
}

export interface Subnet {
  id: string;
  vpc: string;
  zone: string;
  free: number;
  /** Target of its default route. */
  wayOut: 'internet gateway' | 'gateway of another kind' | 'nowhere';
}

export interface Network {
  /** Existing subnets of the settings. */
  subnets: Subnet[];
  /** Services with an endpoint in the VPC, such as `ecr.api`. */
  endpoints: string[];
}

export interface Certificate {
  status: string;
  /** Covered names; `*.` matches one label. */
  names: string[];
  /** ISO 8601. */
  expires?: string;
}

export interface StackState {
  name: string;
  /** CloudFormation's status; undefined for a stack that does not exist. */
  status?: string;
}

/** Facts that a deployment depends on; undefined where its settings do not require them. */
export interface Facts {
  region: string;
  identity: Identity;
  /** Version of the CDK's bootstrap stack; 0 if there is none. */
  bootstrap: Fact<number>;
  stacks: Fact<StackState[]>;
  lambda: Fact<LambdaLimits>;
  /** Executions reserved by the stage's renderer; 0 if it does not exist or has none reserved. */
  reserved: Fact<number>;
  /** Memory of the region's largest function, MB; 0 without functions. */
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
