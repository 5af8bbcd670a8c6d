import * as v from 'valibot';
import { attribute, count, document, flag, LABELS, regional, resource, text } from '../resource.ts';

/** A bundle in the cloud assembly, by its key in the asset bucket. */
const asset = v.strictObject({ S3Bucket: text, S3Key: text });

/** A container image's build context, by tag. */
const image = v.strictObject({ ImageUri: v.pipe(text, v.regex(/:[\w.-]+$/, 'must end with a tag')) });

const lambda = resource({
  nameProperty: 'FunctionName',
  nameLength: 64,
  arn: regional('lambda', 'function:'),
  attributes: { Arn: attribute.arn },
  enforced: {
    FunctionName: v.optional(text),
    Code: v.union([asset, image], 'must be a bundle or a container image in the assembly'),
    PackageType: v.optional(v.picklist(['Zip', 'Image']), 'Zip'),
    ImageConfig: v.optional(v.strictObject({ Command: v.tuple([text]) })),
    Handler: v.optional(text),
    Role: text,
    Runtime: v.optional(v.pipe(text, v.regex(/^(nodejs\d+\.x|python3\.\d+)$/, 'must be a Node.js runtime'))),
    Timeout: v.optional(count, 3),
    MemorySize: v.optional(count, 128),
    Environment: v.optional(v.strictObject({ Variables: v.optional(v.record(text, v.string()), {}) }), {}),
    Layers: v.optional(v.array(text), []),
    ReservedConcurrentExecutions: v.optional(count),
    DeadLetterConfig: v.optional(v.strictObject({ TargetArn: text })),
    RecursiveLoop: v.optional(v.picklist(['Allow', 'Terminate']), 'Terminate'),
  },
  accepted: {
    Architectures: "Functions run on this machine's CPU",
    Description: LABELS,
    EphemeralStorage: 'Each function has a separate temporary folder that only the disk limits',
    KmsKeyArn: 'Variables are not stored',
    LoggingConfig: 'Logs are written to the data directory',
    RuntimeManagementConfig: "Functions run on this machine's Node.js",
    Tags: LABELS,
    TracingConfig: 'X-Ray is not available locally',
  },
});

const layer = resource({
  nameProperty: 'LayerName',
  arn: (name, place) => `${regional('lambda', 'layer:')(name, place)}:1`,
  ref: attribute.arn,
  attributes: { LayerVersionArn: attribute.arn },
  enforced: { LayerName: v.optional(text), Content: asset },
  accepted: {
    CompatibleArchitectures: "Functions run on this machine's CPU",
    CompatibleRuntimes: "Functions run on this machine's Node.js",
    Description: LABELS,
    LicenseInfo: LABELS,
  },
});

/** The only version of a function that exists locally. It has the code and the configuration from the template. */
const version = resource({
  nameProperty: 'FunctionName',
  arn: (name, place) => `${regional('lambda', 'function:')(name, place)}:1`,
  ref: attribute.arn,
  attributes: { FunctionArn: attribute.arn, Version: () => '1' },
  enforced: { FunctionName: text },
  accepted: { Description: LABELS },
});

const eventSource = resource({
  arn: regional('lambda', 'event-source-mapping:'),
  attributes: { Id: attribute.name, EventSourceMappingArn: attribute.arn },
  enforced: {
    BatchSize: v.optional(count, 10),
    Enabled: v.optional(flag, true),
    EventSourceArn: text,
    FunctionName: text,
    FunctionResponseTypes: v.optional(v.array(v.literal('ReportBatchItemFailures')), []),
    MaximumBatchingWindowInSeconds: v.optional(count, 0),
    ScalingConfig: v.optional(v.strictObject({ MaximumConcurrency: v.optional(count) })),
  },
  accepted: { Tags: LABELS },
});

const eventInvoke = resource({
  enforced: {
    DestinationConfig: v.optional(v.strictObject({ OnFailure: v.optional(v.strictObject({ Destination: text })) })),
    FunctionName: text,
    MaximumEventAgeInSeconds: v.optional(count),
    MaximumRetryAttempts: v.optional(count),
    Qualifier: v.literal('$LATEST'),
  },
  accepted: {},
});

const permission = resource({
  enforced: {},
  accepted: {
    Action: 'Functions are only called as the template defines',
    FunctionName: 'As Action',
    Principal: 'As Action',
    SourceAccount: 'As Action',
    SourceArn: 'As Action',
  },
});

const stateMachine = resource({
  nameProperty: 'StateMachineName',
  nameLength: 80,
  arn: regional('states', 'stateMachine:'),
  ref: attribute.arn,
  attributes: { Arn: attribute.arn, Name: attribute.name },
  enforced: {
    StateMachineName: v.optional(text),
    DefinitionString: text,
    RoleArn: text,
    StateMachineType: v.optional(v.literal('STANDARD'), 'STANDARD'),
  },
  accepted: {
    EncryptionConfiguration: "The data directory is as private as the developer's user account",
    LoggingConfiguration: 'Executions are stored in the data directory',
    Tags: LABELS,
    TracingConfiguration: 'X-Ray is not available locally',
  },
});

const role = resource({
  nameProperty: 'RoleName',
  nameLength: 64,
  arn: (name, { account }) => `arn:aws:iam::${account}:role/${name}`,
  attributes: { Arn: attribute.arn, RoleId: attribute.name },
  enforced: {
    RoleName: v.optional(text),
    Policies: v.optional(v.array(v.strictObject({ PolicyName: text, PolicyDocument: document })), []),
    ManagedPolicyArns: v.optional(
      v.array(
        v.pipe(
          text,
          v.regex(
            /:aws:policy\/(service-role\/AWSLambdaBasicExecutionRole|service-role\/AmazonAPIGatewayPushToCloudWatchLogs)$/,
            'must be a managed policy for logs; write other statements inline',
          ),
        ),
      ),
      [],
    ),
  },
  accepted: {
    AssumeRolePolicyDocument: "Only the template's functions receive credentials",
    Description: LABELS,
    MaxSessionDuration: 'Credentials are valid as long as the process runs',
    Tags: LABELS,
  },
});

const policy = resource({
  nameProperty: 'PolicyName',
  enforced: { PolicyName: text, PolicyDocument: document, Roles: v.array(text) },
  accepted: {},
});

export const COMPUTE = {
  'AWS::Lambda::Function': lambda,
  'AWS::Lambda::LayerVersion': layer,
  'AWS::Lambda::Version': version,
  'AWS::Lambda::EventSourceMapping': eventSource,
  'AWS::Lambda::EventInvokeConfig': eventInvoke,
  'AWS::Lambda::Permission': permission,
  'AWS::StepFunctions::StateMachine': stateMachine,
  'AWS::IAM::Role': role,
  'AWS::IAM::Policy': policy,
} as const;
