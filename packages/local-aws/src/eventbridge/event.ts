import { randomUUID } from 'node:crypto';
import type { Place } from '../gateway/index.ts';

/** An event as targets receive it (EventBridge User Guide, "Event structure"). */
export interface Event {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  /** ISO 8601, UTC, without fractions of a second. */
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Fields set by the publisher. */
export interface EventInput {
  readonly source: string;
  readonly detailType: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly resources?: readonly string[];
  readonly time?: Date;
}

export function createEvent({ source, detailType, detail, resources = [], time }: EventInput, place: Place): Event {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source,
    account: place.account,
    time: (time ?? new Date()).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: place.region,
    resources,
    detail,
  };
}
