/** An exception to a rule of AwsSolutions, with the reason. */
export interface Exception {
  /** The rule, without its pack: `IAM5`. */
  rule: string;
  /** Path of the resources in the construct tree, below their stack. */
  at: RegExp;
  /** The excepted findings, where a rule has several for one resource. */
  finding?: RegExp;
  reason: string;
}

const MACHINE = /^Pipeline\/Machine\/StateMachine\/Resource$/;
const MACHINE_ROLE = /^Pipeline\/Machine\/StateMachine\/Role\/DefaultPolicy\/Resource$/;
const GPU_ROLE = /^Pipeline\/VideoTasks\/Gpus\/Role\/DefaultPolicy\/Resource$/;
const STAGE = /^Api\/RestApi\/DeploymentStage\.v1\/Resource$/;
const METHODS = /^Api\/RestApi\/Default\/.*\/ANY\/Resource$/;
const ALL_RESOURCES = /^Resource::\*$/;

const except = (rule: string, at: RegExp, reason: string, finding?: RegExp): Exception => ({
  rule,
  at,
  reason,
  ...(finding && { finding }),
});

/** A wildcard in a permission. */
const wildcard = (at: RegExp, finding: RegExp, reason: string): Exception => except('IAM5', at, reason, finding);

/** All exceptions to the AwsSolutions rules, and so all wildcards in permissions. */
export const EXCEPTIONS: readonly Exception[] = [
  wildcard(
    /^Pipeline\/Align\/Role\/DefaultPolicy\/Resource$/,
    /^Resource::arn:[^*]+:s3:::[a-z0-9.-]+\/\*$/,
    'The operator has opened whole buckets for recordings; the permission ends at them, and it only reads.',
  ),
  wildcard(
    /\/Role\/DefaultPolicy\/Resource$/,
    /^Resource::[^*]+\/(jobs|uploads|speech-cache|actors|avatars|focus)\/\*$/,
    'Objects are named by job, upload and actor: the permission ends at the folder.',
  ),
  wildcard(
    /^Api\/Download\/Role\/DefaultPolicy\/Resource$/,
    /^Resource::[^*]+\/jobs\/\*\/visemes\/\*$/,
    'Visemes are stored below their job: the permission ends at that folder of each job.',
  ),
  wildcard(
    /^(Pipeline\/(Finalize|Sweep)|Api\/(Cancel|Remove))\/Role\/DefaultPolicy\/Resource$/,
    /^Resource::[^*]+:execution:[^*]+:\*$/,
    'An execution is named by its job: the permission ends at the executions of the one state machine.',
  ),
  wildcard(MACHINE_ROLE, /^Resource::<[^*]+\.Arn>:\*$/, 'The wildcard stands for the versions of one function.'),
  wildcard(
    MACHINE_ROLE,
    ALL_RESOURCES,
    'The actions of log delivery and of X-Ray know no resources (Step Functions developer guide, "Logging" and "Tracing").',
  ),
  wildcard(
    /^Pipeline\/Synthesize\/Role\/DefaultPolicy\/Resource$/,
    ALL_RESOURCES,
    'Speech is made from no resource: the action knows none but lexicons, and the service has none.',
  ),
  wildcard(
    MACHINE_ROLE,
    /^Resource::[^*]+:task\/[^*]+\/\*$/,
    'ECS names a task when it starts it: the permission to tag it then ends at the tasks of the one cluster.',
  ),
  wildcard(
    MACHINE_ROLE,
    /^Resource::[^*]+:task-definition\/[^*]+:\*$/,
    'An execution runs the revision of the one family that it began with, also after the next deployment.',
  ),
  wildcard(
    /^Pipeline\/VideoTasks\/RenderTask\/StartRole\/DefaultPolicy\/Resource$/,
    ALL_RESOURCES,
    'The one action that signs in to the registry of images knows no resources; the images themselves are named.',
  ),
  wildcard(
    /^Observability\/Tracing\/Policy\/Resource$/,
    ALL_RESOURCES,
    'The actions of X-Ray know no resources, and there is nothing else in this policy.',
  ),
  except('SF2', MACHINE, 'The operator has turned traces off by a setting; without that the state machine is traced.'),
  wildcard(
    GPU_ROLE,
    /^Resource::[^*]+:container-instance\/[^*]+\/\*$/,
    "An instance is named when it registers: the permission of ECS's agent ends at those of the one cluster.",
  ),
  wildcard(
    GPU_ROLE,
    ALL_RESOURCES,
    "The one action that asks for the address of ECS knows no resources (service authorization reference, 'ECS').",
  ),
  except(
    'AS3',
    /^Pipeline\/VideoTasks\/Gpus\/Group\/ASG$/,
    'ECS starts an instance for each task that waits, several a day: nobody wants a message for each of them.',
  ),
  except(
    'ECS2',
    /^Pipeline\/VideoTasks\/RenderTask\/Definition\/Resource$/,
    'The variables are names of tables and sizes, as those of the functions are; no secret is among them.',
  ),
  except(
    'IAM4',
    /^Api\/RestApi\/CloudWatchRole\/Resource$/,
    'The role that API Gateway writes logs with serves the whole account; AWS keeps its policy.',
    /AmazonAPIGatewayPushToCloudWatchLogs$/,
  ),
  wildcard(
    /^Studio\/DeploymentRole\/DefaultPolicy\/Resource$/,
    /^Resource::([^*]+:s3:::cdk-[^*]+|<StudioBucket\w+\.Arn>)\/\*$/,
    "Files of the studio are named by their content: the permission ends at the studio's bucket, and at the assets of the CDK.",
  ),
  except('L1', /^Custom::CDKBucketDeployment\w+\/Resource$/, 'The CDK chooses the Python that its own function runs on.'),
  except('S1', /^Studio\/Bucket\/Resource$/, 'It holds copies of public pages, which CloudFront alone reads.'),
  except('CFR1', /^Studio\/Distribution\/Resource$/, 'The pages are public, and their users may be in any country.'),
  except(
    'CFR2',
    /^Studio\/Distribution\/Resource$/,
    'The pages are public; the API behind them is throttled and authenticated, and has a web ACL by a setting.',
  ),
  except(
    'CFR3',
    /^Studio\/Distribution\/Resource$/,
    'A log of CloudFront has the addresses as they were sent, and with them tokens of other clients; the API has its own log.',
  ),
  except('CFR4', /^Studio\/Distribution\/Resource$/, "CloudFront's own domain name sets the least version of TLS itself."),
  except('SF1', MACHINE, 'The history of a standard execution keeps every event for 90 days; the log only repeats the errors.'),
  except(
    'SQS3',
    /^(Pipeline\/(ExecutionEnds|SweepSchedule|TaskStops)|Accounting\/(AggregateSchedule|FocusSchedule)|Canary\/Schedule)\/DeadLetters\/Resource$/,
    'These are dead letters themselves, of a rule and of asynchronous invocations, which the rule does not see.',
  ),
  except(
    'APIG1',
    STAGE,
    'Only a protected stage has an access log: the role that writes it serves the whole account, and is never deleted.',
  ),
  except('DDB3', /^Storage\/\w+\/Table\/Resource$/, 'Only a protected stage is backed up: a backup outlives its table by 35 days.'),
  except(
    'APIG2',
    /^Api\/RestApi\/Resource$/,
    "The functions validate: the gateway's validator can neither name the field nor read a multipart body.",
  ),
  except('APIG3', STAGE, 'The stage is throttled and every request is authenticated; a web ACL costs more than the idle service.'),
  except(
    'APIG4',
    METHODS,
    "The functions authenticate: an authorizer adds a cold start and cannot shape its errors in the interface's form.",
  ),
  except('COG4', METHODS, 'Callers are programs with a token of their subscription, not users of a Cognito pool.'),
  except('APIG6', STAGE, 'The execution log prints query strings, and with them tokens; the access log has what operations need.'),
];
