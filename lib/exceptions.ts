/** A rule of AwsSolutions that does not hold somewhere, and why that is right. */
export interface Exception {
  /** The rule, without its pack: `IAM5`. */
  rule: string;
  /** Path of the resources in the construct tree, below their stack. */
  at: RegExp;
  /** Which findings, of a rule that has several for one resource. */
  finding?: RegExp;
  reason: string;
}

/** Every exception to the AwsSolutions rules. A wildcard in a permission is only ever one of these. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'IAM5',
    at: /^Pipeline\/Align\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::arn:[^*]+:s3:::[a-z0-9.-]+\/\*$/,
    reason: 'The operator has opened whole buckets for recordings; the permission ends at them, and it only reads.',
  },
  {
    rule: 'IAM5',
    at: /\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::[^*]+\/(jobs|uploads|speech-cache|actors|focus)\/\*$/,
    reason: 'Objects are named by job, upload and actor: the permission ends at the folder.',
  },
  {
    rule: 'IAM5',
    at: /^(Pipeline\/(Settle|Sweep)|Api\/(Cancel|Remove))\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::[^*]+:execution:[^*]+:\*$/,
    reason: 'An execution is named by its job: the permission ends at the executions of the one state machine.',
  },
  {
    rule: 'IAM5',
    at: /^Pipeline\/Machine\/StateMachine\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::<[^*]+\.Arn>:\*$/,
    reason: 'The wildcard stands for the versions of one function.',
  },
  {
    rule: 'IAM5',
    at: /^Pipeline\/Machine\/StateMachine\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::\*$/,
    reason:
      'The actions of log delivery and of X-Ray know no resources (Step Functions developer guide, "Logging" and "Tracing").',
  },
  {
    rule: 'IAM5',
    at: /^Pipeline\/Synthesize\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::\*$/,
    reason: 'Speech is made from no resource: the action knows none but lexicons, and the service has none.',
  },
  {
    rule: 'IAM5',
    at: /^Pipeline\/Machine\/StateMachine\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::[^*]+:task\/[^*]+\/\*$/,
    reason: 'ECS names a task when it starts it: the permission to tag it then ends at the tasks of the one cluster.',
  },
  {
    rule: 'IAM5',
    at: /^Pipeline\/Machine\/StateMachine\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::[^*]+:task-definition\/[^*]+:\*$/,
    reason: 'An execution runs the revision of the one family that it began with, also after the next deployment.',
  },
  {
    rule: 'IAM5',
    at: /^Pipeline\/Films\/Draw\/StartRole\/DefaultPolicy\/Resource$/,
    finding: /^Resource::\*$/,
    reason:
      'The one action that signs in to the registry of images knows no resources; the images themselves are named.',
  },
  {
    rule: 'IAM5',
    at: /^Observability\/Tracing\/Policy\/Resource$/,
    finding: /^Resource::\*$/,
    reason: 'The actions of X-Ray know no resources, and there is nothing else in this policy.',
  },
  {
    rule: 'SF2',
    at: /^Pipeline\/Machine\/StateMachine\/Resource$/,
    reason: 'The operator has turned traces off by a setting; without that the state machine is traced.',
  },
  {
    rule: 'IAM5',
    at: /^Pipeline\/Films\/Gpus\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::[^*]+:container-instance\/[^*]+\/\*$/,
    reason: "An instance is named when it registers: the permission of ECS's agent ends at those of the one cluster.",
  },
  {
    rule: 'IAM5',
    at: /^Pipeline\/Films\/Gpus\/Role\/DefaultPolicy\/Resource$/,
    finding: /^Resource::\*$/,
    reason:
      "The one action that asks for the address of ECS knows no resources (service authorization reference, 'ECS').",
  },
  {
    rule: 'AS3',
    at: /^Pipeline\/Films\/Gpus\/Group\/ASG$/,
    reason: 'ECS starts an instance for each task that waits, several a day: nobody wants a message for each of them.',
  },
  {
    rule: 'ECS2',
    at: /^Pipeline\/Films\/Draw\/Definition\/Resource$/,
    reason: 'The variables are names of tables and sizes, as those of the functions are; no secret is among them.',
  },
  {
    rule: 'IAM4',
    at: /^Api\/RestApi\/CloudWatchRole\/Resource$/,
    finding: /AmazonAPIGatewayPushToCloudWatchLogs$/,
    reason: 'The role that API Gateway writes logs with serves the whole account; AWS keeps its policy.',
  },
  {
    rule: 'SF1',
    at: /^Pipeline\/Machine\/StateMachine\/Resource$/,
    reason: 'The history of a standard execution keeps every event for 90 days; the log only repeats the errors.',
  },
  {
    rule: 'SQS3',
    at: /^(Pipeline\/(Endings|Sweeping|TaskStops)|Accounting\/(Tallying|Exporting)|Canary\/Schedule)\/DeadLetters\/Resource$/,
    reason:
      'These are dead letters themselves, of a rule and of asynchronous invocations, which the rule does not see.',
  },
  {
    rule: 'APIG1',
    at: /^Api\/RestApi\/DeploymentStage\.v1\/Resource$/,
    reason:
      'Only a protected stage has an access log: the role that writes it serves the whole account, and is never deleted.',
  },
  {
    rule: 'DDB3',
    at: /^Storage\/\w+\/Table\/Resource$/,
    reason: 'Only a protected stage is backed up: a backup outlives its table by 35 days.',
  },
  {
    rule: 'APIG2',
    at: /^Api\/RestApi\/Resource$/,
    reason: "The functions validate: the gateway's validator can neither name the field nor read a multipart body.",
  },
  {
    rule: 'APIG3',
    at: /^Api\/RestApi\/DeploymentStage\.v1\/Resource$/,
    reason: 'The stage is throttled and every request is authenticated; a web ACL costs more than the idle service.',
  },
  {
    rule: 'APIG4',
    at: /^Api\/RestApi\/Default\/.*\/ANY\/Resource$/,
    reason:
      "The functions authenticate: an authorizer adds a cold start and cannot shape its errors in the interface's form.",
  },
  {
    rule: 'COG4',
    at: /^Api\/RestApi\/Default\/.*\/ANY\/Resource$/,
    reason: 'Callers are programs with a token of their subscription, not users of a Cognito pool.',
  },
  {
    rule: 'APIG6',
    at: /^Api\/RestApi\/DeploymentStage\.v1\/Resource$/,
    reason: 'The execution log prints query strings, and with them tokens; the access log has what operations need.',
  },
];
