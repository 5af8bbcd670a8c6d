/** CloudFormation stack with everything that the questions need. Deleting it removes all resources and charges. */

/** Sends each message back to its queue and counts the hops, like a webhook delivery that is retried. */
const LOOP = `
const { SQSClient, SendMessageCommand } = require('@aws-sdk/client-sqs');
const { DynamoDBClient, UpdateItemCommand } = require('@aws-sdk/client-dynamodb');
const [sqs, table] = [new SQSClient(), new DynamoDBClient()];
exports.handler = async ({ Records }) => {
  for (const { body } of Records) {
    await table.send(new UpdateItemCommand({
      TableName: process.env.TABLE, Key: { id: { S: 'loop' } }, UpdateExpression: 'ADD hops :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }));
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE, MessageBody: body, DelaySeconds: 1 }));
  }
};`;

const ECHO = 'exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });';

const att = (name: string, attribute = 'Arn') => ({ 'Fn::GetAtt': [name, attribute] });
const ref = (name: string) => ({ Ref: name });
const join = (...parts: unknown[]) => ({ 'Fn::Join': ['', parts] });

const role = (service: string, statements: object[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
    },
    Policies: [{ PolicyName: 'record', PolicyDocument: { Version: '2012-10-17', Statement: statements } }],
  },
});

const allow = (Action: string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });

const lambda = (code: string, more: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Runtime: 'nodejs24.x', Handler: 'index.handler', Role: att('FunctionRole'), Code: { ZipFile: code }, ...more },
});

const machine = (definition: object) => ({
  Type: 'AWS::StepFunctions::StateMachine',
  Properties: { RoleArn: att('MachineRole'), Definition: definition },
});

const PASS = { Type: 'Pass', End: true };

/** Waits for a token that is never reported, and has a catcher for each error name that a missing heartbeat might have. */
const HEARTBEAT = {
  StartAt: 'Wait',
  States: {
    Wait: {
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
      HeartbeatSeconds: 5,
      TimeoutSeconds: 60,
      Parameters: { 'QueueUrl.$': '$.queue', MessageBody: { 'token.$': '$$.Task.Token' } },
      Catch: [
        { ErrorEquals: ['States.HeartbeatTimeout'], Next: 'CaughtAsHeartbeatTimeout' },
        { ErrorEquals: ['States.Timeout'], Next: 'CaughtAsTimeout' },
      ],
      End: true,
    },
    CaughtAsHeartbeatTimeout: PASS,
    CaughtAsTimeout: PASS,
  },
};

const THROTTLED = {
  StartAt: 'Call',
  States: {
    Call: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { 'FunctionName.$': '$.function', Payload: {} },
      End: true,
    },
  },
};

const CHOICE = {
  StartAt: 'Choose',
  States: {
    Choose: { Type: 'Choice', Choices: [{ Variable: '$.missing', StringEquals: 'x', Next: 'Chosen' }], Default: 'Chosen' },
    Chosen: PASS,
  },
};

const logs = allow(['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'], '*');

export const TEMPLATE = {
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'Answers questions about AWS; delete it after the recording',
  Resources: {
    Queue: { Type: 'AWS::SQS::Queue' },
    LoopQueue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 30 } },
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      },
    },
    FunctionRole: role('lambda.amazonaws.com', [
      logs,
      allow(['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], att('LoopQueue')),
      allow(['dynamodb:UpdateItem'], att('Table')),
    ]),
    MachineRole: role('states.amazonaws.com', [allow(['sqs:SendMessage'], '*'), allow(['lambda:InvokeFunction'], att('Refused'))]),
    Loop: lambda(LOOP, { Environment: { Variables: { QUEUE: ref('LoopQueue'), TABLE: ref('Table') } } }),
    LoopSource: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { EventSourceArn: att('LoopQueue'), FunctionName: ref('Loop') } },
    Echo: lambda(ECHO),
    /** Its reserved concurrency is 0, so every invocation is throttled. */
    Refused: lambda(ECHO, { ReservedConcurrentExecutions: 0 }),
    Heartbeat: machine(HEARTBEAT),
    Throttled: machine(THROTTLED),
    Choice: machine(CHOICE),
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: ref('AWS::StackName'), EndpointConfiguration: { Types: ['REGIONAL'] } } },
    Items: {
      Type: 'AWS::ApiGateway::Resource',
      Properties: { RestApiId: ref('Api'), ParentId: att('Api', 'RootResourceId'), PathPart: 'items' },
    },
    Item: { Type: 'AWS::ApiGateway::Resource', Properties: { RestApiId: ref('Api'), ParentId: ref('Items'), PathPart: '{id}' } },
    Get: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        RestApiId: ref('Api'),
        ResourceId: ref('Item'),
        HttpMethod: 'GET',
        AuthorizationType: 'NONE',
        Integration: {
          Type: 'AWS_PROXY',
          IntegrationHttpMethod: 'POST',
          Uri: join(
            'arn:',
            ref('AWS::Partition'),
            ':apigateway:',
            ref('AWS::Region'),
            ':lambda:path/2015-03-31/functions/',
            att('Echo'),
            '/invocations',
          ),
        },
      },
    },
    /** Reports the type of each rejection. It does not set a status, so the default one is recorded. */
    Rejected: {
      Type: 'AWS::ApiGateway::GatewayResponse',
      Properties: {
        RestApiId: ref('Api'),
        ResponseType: 'DEFAULT_4XX',
        ResponseTemplates: {
          'application/json': '{"message":$context.error.messageString,"responseType":"$context.error.responseType"}',
        },
      },
    },
    Deployment: {
      Type: 'AWS::ApiGateway::Deployment',
      DependsOn: ['Get', 'Rejected'],
      Properties: { RestApiId: ref('Api'), StageName: 'stage' },
    },
    Permission: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: ref('Echo'),
        Principal: 'apigateway.amazonaws.com',
        SourceArn: join(
          'arn:',
          ref('AWS::Partition'),
          ':execute-api:',
          ref('AWS::Region'),
          ':',
          ref('AWS::AccountId'),
          ':',
          ref('Api'),
          '/*',
        ),
      },
    },
  },
  Outputs: {
    Account: { Value: ref('AWS::AccountId') },
    Queue: { Value: ref('Queue') },
    LoopQueue: { Value: ref('LoopQueue') },
    Table: { Value: ref('Table') },
    Refused: { Value: ref('Refused') },
    Heartbeat: { Value: ref('Heartbeat') },
    Throttled: { Value: ref('Throttled') },
    Choice: { Value: ref('Choice') },
    Api: { Value: ref('Api') },
  },
};

/** Output values of the stack. */
export type Outputs = Readonly<Record<keyof typeof TEMPLATE.Outputs, string>>;
