/** Facts that the preflight reads from an account. Each is read separately, so that one failure does not affect the others. */

/** A value or the reason why it could not be read. */
export type Fact<Value> = { value: Value } | UnreadFact;

export interface UnreadFact {
  unread: string;
  /** The missing IAM action, if that is the cause. */
  permission?: string;
}

export interface Identity {
  account: string;
  arn: string;
}

export interface LambdaLimits {
  /** The account's concurrent executions in the region. */
  concurrent: number;
  /** Executions that are not reserved by a function. */
  unreserved: number;
}

export interface ApiLimits {
  /** Requests per second, and per burst. */
  rate: number;
  burst: number;
  /** ARN of the role that all APIs in the region write logs with. */
  logRole?: string;
}

export interface Subnet {
  id: string;
  vpc: string;
  zone: string;
  free: number;
  /** Its default route's target. */
  wayOut: 'internet gateway' | 'gateway of another kind' | 'nowhere';
}

export interface Network {
  /** Existing subnets from the settings. */
  subnets: Subnet[];
  /** Services with an endpoint in the VPC, such as `ecr.api`. */
  endpoints: string[];
}

export interface Certificate {
  status: string;
  /** Names that it covers; `*.` matches one label. */
  names: string[];
  /** ISO 8601. */
  expires?: string;
}

export interface StackState {
  name: string;
  /** CloudFormation's status, or undefined if the stack does not exist. */
  status?: string;
}

/** Facts that a deployment depends on. They are undefined if its settings do not require them. */
export interface Facts {
  region: string;
  identity: Identity;
  /** CDK bootstrap stack version; 0 if there is no stack. */
  bootstrap: Fact<number>;
  stacks: Fact<StackState[]>;
  lambda: Fact<LambdaLimits>;
  /** Executions reserved by the stage's functions; 0 if they do not exist or do not reserve any. */
  reserved: Fact<number>;
  /** Memory of the region's largest function, in MB; 0 without functions. */
  largestFunction: Fact<number>;
  fargateVcpus: Fact<number>;
  api: Fact<ApiLimits>;
  /** Step Functions' quotas by name. */
  states: Fact<Readonly<Record<string, number>>>;
  /** Services that are not available in the region. */
  missingServices: Fact<string[]>;
  vpcs?: Fact<{ used: number; limit: number }>;
  network?: Fact<Network>;
  gpuVcpus?: Fact<number>;
  /** True if the region offers the instance type. */
  gpuOffered?: Fact<boolean>;
  /** Polly engines in the region. */
  polly?: Fact<string[]>;
  certificate?: Fact<Certificate>;
  /** True if the SNS topic exists. */
  topic?: Fact<boolean>;
}
