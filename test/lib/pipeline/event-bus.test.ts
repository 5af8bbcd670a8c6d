import { Duration } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, it } from 'vitest';
import { ServiceFunction } from '../../../lib/function/index.ts';
import { JobEvents } from '../../../lib/pipeline/index.ts';
import { placeholderBundles, templateOf } from '../fixture.ts';

const { functions: bundles } = placeholderBundles();

describe('JobEvents', () => {
  it('is a separate bus, and gives functions its name and the one permission they need', () => {
    const { template } = templateOf((stack) => {
      const begin = new ServiceFunction(stack, 'begin', {
        bundles,
        description: '',
        memory: 256,
        timeout: Duration.seconds(1),
      });
      new JobEvents(stack, 'Events', { name: 'avatar-test-events' }).bind(begin.set({ JOBS_TABLE: 't' }));
    });
    const bus = Match.stringLikeRegexp('^EventsBus');
    template.hasResourceProperties('AWS::Events::EventBus', { Name: 'avatar-test-events' });
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { EVENT_BUS: { Ref: bus } } },
    });
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: [Match.anyValue(), { Effect: 'Allow', Action: 'events:PutEvents', Resource: { 'Fn::GetAtt': [bus, 'Arn'] } }],
      },
    });
  });
});
