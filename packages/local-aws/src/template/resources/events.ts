import * as v from 'valibot';
import { attribute, count, document, ENCRYPTION, LABELS, regional, resource, text } from '../resource.ts';

const bus = resource({
  nameProperty: 'Name',
  arn: regional('events', 'event-bus/'),
  attributes: { Arn: attribute.arn, Name: attribute.name },
  enforced: { Name: text },
  accepted: {
    Description: LABELS,
    KmsKeyIdentifier: ENCRYPTION,
    LogConfig: 'Failed deliveries are reported to `onFault`',
    Tags: LABELS,
  },
});

const target = v.strictObject({
  Arn: text,
  Id: text,
  /** Constant text that replaces the event. */
  Input: v.optional(text),
  RetryPolicy: v.optional(v.strictObject({ MaximumEventAgeInSeconds: v.optional(count), MaximumRetryAttempts: v.optional(count) })),
  DeadLetterConfig: v.optional(v.strictObject({ Arn: text })),
});

const rule = resource({
  nameProperty: 'Name',
  nameLength: 64,
  arn: regional('events', 'rule/'),
  attributes: { Arn: attribute.arn },
  enforced: {
    Name: v.optional(text),
    EventBusName: v.optional(text, 'default'),
    EventPattern: v.optional(document),
    ScheduleExpression: v.optional(text),
    State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
    Targets: v.optional(v.array(target), []),
  },
  accepted: { Description: LABELS, Tags: LABELS },
});

export const EVENTS = { 'AWS::Events::EventBus': bus, 'AWS::Events::Rule': rule } as const;
