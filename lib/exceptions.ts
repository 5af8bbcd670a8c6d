/** An exception to an AwsSolutions rule, with the reason. */
export interface Exception {
  /** Name of the rule without its pack, such as `IAM5`. */
  rule: string;
  /** Path of the resources in the construct tree, below their stack. */
  at: RegExp;
  /** Findings to except, for rules that may report several per resource. */
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

/** Creates an exception for a wildcard in a permission. */
const wildcard = (at: RegExp, finding: RegExp, reason: string): Exception => except('IAM5', at, reason, finding);

/** All exceptions to the AwsSolutions rules, which include all wildcards in permissions. */
export const EXCEPTIONS: readonly Exception[] = [
  wildcard(
    /^Pipeline\/Align\/Role\/DefaultPolicy\/Resource$/,
    /^Resource::arn:[^*]+:s3:::[a-z0-9.-]+\/\*$/,
    'The operator allowed recordings from whole buckets; the permission is read-only and limited to them.',
  ),
  wildcard(
    /\/Role\/DefaultPolicy\/Resource$/,
    /^Resource::[^*]+\/(jobs|uploads|speech-cache|actors|avatars|focus)\/\*$/,
    'Objects are named by job, upload, and actor, so the permission is limited to the folder.',
  ),
  wildcard(
    /^Api\/Download\/Role\/DefaultPolicy\/Resource$/,
    /^Resource::[^*]+\/jobs\/\*\/visemes\/\*$/,
    'Visemes are stored under their job, so the permission is limited to that folder in each job.',
  ),
  wildcard(
    /^(Pipeline\/(Finalize|Sweep)|Api\/(Avatars|Cancel|Remove))\/Role\/DefaultPolicy\/Resource$/,
    /^Resource::[^*]+:execution:[^*]+:\*$/,
    "An execution is named by its job, so the permission is limited to one state machine's executions.",
  ),
  wildcard(MACHINE_ROLE, /^Resource::<[^*]+\.Arn>:\*$/, "The wildcard covers one function's versions."),
  wildcard(
    MACHINE_ROLE,
    ALL_RESOURCES,
    'Log delivery and X-Ray actions do not support resource-level permissions (Step Functions developer guide, "Logging" and "Tracing").',
  ),
  wildcard(
    /^Pipeline\/Synthesize\/Role\/DefaultPolicy\/Resource$/,
    ALL_RESOURCES,
    'The action only supports lexicons as resources, and the service does not use lexicons.',
  ),
  wildcard(
    MACHINE_ROLE,
    /^Resource::[^*]+:task\/[^*]+\/\*$/,
    "ECS names a task when it starts, so the permission to tag it is limited to one cluster's tasks.",
  ),
  wildcard(
    MACHINE_ROLE,
    /^Resource::[^*]+:task-definition\/[^*]+:\*$/,
    'An execution runs the task-definition revision it started with, even after the next deployment.',
  ),
  wildcard(
    /^Pipeline\/VideoTasks\/RenderTask\/StartRole\/DefaultPolicy\/Resource$/,
    ALL_RESOURCES,
    'The action ecr:GetAuthorizationToken does not support resource-level permissions; the repositories are named.',
  ),
  wildcard(
    /^Observability\/Tracing\/Policy\/Resource$/,
    ALL_RESOURCES,
    'X-Ray actions do not support resource-level permissions, and the policy contains nothing else.',
  ),
  except('SF2', MACHINE, 'The operator turned tracing off; it is on by default.'),
  wildcard(
    GPU_ROLE,
    /^Resource::[^*]+:container-instance\/[^*]+\/\*$/,
    "An instance is named when it registers, so the permission is limited to one cluster's instances.",
  ),
  wildcard(
    GPU_ROLE,
    ALL_RESOURCES,
    "The action ecs:DiscoverPollEndpoint does not support resource-level permissions (service authorization reference, 'ECS').",
  ),
  except(
    'AS3',
    /^Pipeline\/VideoTasks\/Gpus\/Group\/ASG$/,
    'ECS starts an instance for each pending task, several times a day, so a notification for each would be noise.',
  ),
  except(
    'ECS2',
    /^Pipeline\/VideoTasks\/RenderTask\/Definition\/Resource$/,
    "The variables are table names and sizes, like the functions' variables, and none is a secret.",
  ),
  except(
    'IAM4',
    /^Api\/RestApi\/CloudWatchRole\/Resource$/,
    'The account shares the role that API Gateway writes logs with, and AWS maintains its policy.',
    /AmazonAPIGatewayPushToCloudWatchLogs$/,
  ),
  wildcard(
    /^Studio\/DeploymentRole\/DefaultPolicy\/Resource$/,
    /^Resource::([^*]+:s3:::cdk-[^*]+|<StudioBucket\w+\.Arn>)\/\*$/,
    "Studio files are named by their content, so the permission is limited to the studio's bucket and the CDK's assets.",
  ),
  except('L1', /^Custom::CDKBucketDeployment\w+\/Resource$/, "The CDK chooses its function's Python version."),
  except('S1', /^Studio\/Bucket\/Resource$/, 'It contains copies of public pages that only CloudFront reads.'),
  except('CFR1', /^Studio\/Distribution\/Resource$/, 'The pages are public and available in every country.'),
  except(
    'CFR2',
    /^Studio\/Distribution\/Resource$/,
    'The pages are public, the API behind them is throttled and authenticated, and a setting adds a web ACL.',
  ),
  except(
    'CFR3',
    /^Studio\/Distribution\/Resource$/,
    "A CloudFront log would record full URLs, including clients' tokens; the API has its own log.",
  ),
  except('CFR4', /^Studio\/Distribution\/Resource$/, 'CloudFront sets the minimum TLS version for its default domain name.'),
  except('SF1', MACHINE, "A standard execution's history keeps every event for 90 days; the log only repeats errors."),
  except(
    'SQS3',
    /^(Pipeline\/(ExecutionEnds|SweepSchedule|TaskStops)|Accounting\/(AggregateSchedule|FocusSchedule)|Canary\/Schedule)\/DeadLetters\/Resource$/,
    'This is itself a dead-letter queue, for a rule and asynchronous invocations.',
  ),
  except(
    'APIG1',
    STAGE,
    'Only a protected stage has an access log, because the account shares the role that writes it and the role is never deleted.',
  ),
  except('DDB3', /^Storage\/\w+\/Table\/Resource$/, 'Only a protected stage is backed up, because backups outlive their table by 35 days.'),
  except(
    'APIG2',
    /^Api\/RestApi\/Resource$/,
    "The functions validate requests, because the gateway's validator cannot name the field or read multipart bodies.",
  ),
  except('APIG3', STAGE, 'The stage is throttled and every request is authenticated. A web ACL costs more than the idle service.'),
  except(
    'APIG4',
    METHODS,
    "The functions authenticate requests, because an authorizer adds a cold start and cannot return the API's error format.",
  ),
  except('COG4', METHODS, 'Callers are programs with a subscription token, not users of a Cognito pool.'),
  except(
    'APIG6',
    STAGE,
    'The execution log would record query strings, including tokens, and the access log is sufficient for operations.',
  ),
];
