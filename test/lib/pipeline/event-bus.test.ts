import { describe, it } from 'vitest';
import { EVENT_SOURCE } from '../../../layers/contract/index.ts';
import { JobEvents } from '../../../lib/pipeline/index.ts';
import { templateOf } from '../fixture.ts';

describe('JobEvents', () => {
  it("has a bus of its own and keeps the service's events for two weeks", () => {
    const { template } = templateOf((stack) => new JobEvents(stack, 'Events', { name: 'avatar-test-events' }));
    template.hasResourceProperties('AWS::Events::EventBus', { Name: 'avatar-test-events' });
    template.hasResourceProperties('AWS::Events::Archive', {
      EventPattern: { source: [EVENT_SOURCE] },
      RetentionDays: 14,
    });
  });
});
