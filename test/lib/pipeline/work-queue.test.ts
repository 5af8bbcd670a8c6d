import { Duration } from 'aws-cdk-lib';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, it } from 'vitest';
import { ServiceFunction } from '../../../lib/function/index.ts';
import { WorkQueue } from '../../../lib/pipeline/index.ts';
import { placeholderBundles, templateOf } from '../fixture.ts';

const { functions: bundles } = placeholderBundles();

let template: Template;

beforeAll(() => {
  template = templateOf((stack) => {
    const props = { bundles, description: '', memory: 256, timeout: Duration.seconds(30) };
    const begin = new ServiceFunction(stack, 'begin', props).set({ JOBS_TABLE: 't', EVENT_BUS: 'b' });
    const deadline = new ServiceFunction(stack, 'deadline', props).set({ JOBS_TABLE: 't', EVENT_BUS: 'b' });
    new WorkQueue(stack, 'Deadlines', {
      variable: 'DEADLINES_QUEUE_URL',
      consumer: begin,
      batchSize: 10,
      maxConcurrency: 2,
    }).bind(deadline);
  }).template;
});

const queue = Match.stringLikeRegexp('^DeadlinesQueue');

describe('WorkQueue', () => {
  it('has a visibility timeout of six function timeouts, and moves a message to the dead-letter queue after five attempts', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 180,
      MessageRetentionPeriod: 1_209_600,
      SqsManagedSseEnabled: true,
      RedrivePolicy: {
        deadLetterTargetArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^DeadlinesDeadLetters'), 'Arn'] },
        maxReceiveCount: 5,
      },
    });
  });

  it('only accepts messages over TLS', () => {
    template.resourcePropertiesCountIs(
      'AWS::SQS::QueuePolicy',
      { PolicyDocument: { Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }] } },
      2,
    );
  });

  it('reports failures of individual messages in a batch', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      EventSourceArn: { 'Fn::GetAtt': [queue, 'Arn'] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    });
  });

  it('binds a sender with the URL and the one permission it needs', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { DEADLINES_QUEUE_URL: { Ref: queue }, POWERTOOLS_SERVICE_NAME: 'deadline' } },
    });
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: [Match.anyValue(), { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': [queue, 'Arn'] } }],
      },
    });
  });
});
