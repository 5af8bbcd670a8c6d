/** Facts that the preflight reads from an account. Each is read separately, so that one failure does not affect the others. */

/** A value, or the reason why it could not be read. */
export type Fact<Value> = { value: Value } | UnreadFact;

export interface UnreadFact {
  unread: string;
  /** The IAM action that is missing, if that is the cause. */
  permission?: string;
}

export interface Identity {
  account: string;
  arn: string;
}

export interface LambdaLimits {
  /** The account's concurrency limit in the region. */
  concurrent: number;
  /** Concurrency that is not reserved for any function. */
  unreserved: number;
}

export interface ApiLimits {
  /** Requests per second, and burst size. */
  rate: number;
  burst: number;
  /** ARN of the role that all APIs in the region use to write logs. */
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
  /** The subnets named in the settings that exist. */
  subnets: Subnet[];
  /** Services with an endpoint in the VPC, such as `ecr.api`. */
  endpoints: string[];
}

export interface Certificate {
  status: string;
  /** Names that it covers; `*.` matches a single label. */
  names: string[];
  /** ISO 8601. */
  expires?: string;
}

export interface StackState {
  name: string;
  /** CloudFormation status, or undefined if the stack does not exist. */
  status?: string;
}

/** Facts that a deployment depends on. A fact is undefined if the settings make it irrelevant. */
export interface Facts {
  region: string;
  identity: Identity;
  /** CDK bootstrap stack version; 0 if there is no stack. */
  bootstrap: Fact<number>;
  stacks: Fact<StackState[]>;
  lambda: Fact<LambdaLimits>;
  /** Concurrency reserved for the functions of this stage; 0 if they do not exist or reserve none. */
  reserved: Fact<number>;
  /** Memory of the largest function in the region, in MB; 0 if there are no functions. */
  largestFunction: Fact<number>;
  fargateVcpus: Fact<number>;
  api: Fact<ApiLimits>;
  /** Step Functions quotas by name. */
  states: Fact<Readonly<Record<string, number>>>;
  /** Services that are not available in the region. */
  missingServices: Fact<string[]>;
  vpcs?: Fact<{ used: number; limit: number }>;
  network?: Fact<Network>;
  gpuVcpus?: Fact<number>;
  /** True if the region offers the instance type. */
  gpuOffered?: Fact<boolean>;
  /** Polly engines available in the region. */
  polly?: Fact<string[]>;
  certificate?: Fact<Certificate>;
  /** True if the SNS topic exists. */
  topic?: Fact<boolean>;
}
