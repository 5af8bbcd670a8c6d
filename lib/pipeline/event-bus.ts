import { Duration } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../layers/contract/index.ts';
import type { ServiceFunction } from '../function/index.ts';

/** Days that events can be replayed for a consumer that lost them; SQS keeps its messages as long. */
const REPLAY_DAYS = 14;

/** The bus of the `job.*` events: whoever wants to know of jobs adds a rule here. */
export class JobEvents extends Construct {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, { name }: { name: string }) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', { eventBusName: name });
    this.bus.archive('Archive', {
      archiveName: name,
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(REPLAY_DAYS),
    });
  }

  /** Lets a function publish. */
  bind(publisher: ServiceFunction): void {
    publisher.set({ EVENT_BUS: this.bus.eventBusName });
    publisher.allow(['events:PutEvents'], [this.bus.eventBusArn]);
  }
}
