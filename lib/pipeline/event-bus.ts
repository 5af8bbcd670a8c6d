import { EventBus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

/** The event bus for `job.*` events. */
export class JobEvents extends Construct {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, { name }: { name: string }) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', { eventBusName: name });
  }

  /** Allows a function to publish events. */
  bind(publisher: ServiceFunction): void {
    publisher.set({ EVENT_BUS: this.bus.eventBusName });
    publisher.allow(['events:PutEvents'], [this.bus.eventBusArn]);
  }
}
