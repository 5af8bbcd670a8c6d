/** Embedded EventBridge. */
export type { Event, EventInput } from './event.ts';
export { type EventBridge, type EventBridgeOptions, startEventBridge } from './eventbridge.ts';
export { type EventPattern, PatternError } from './pattern.ts';
export type { Destination, RuleDefinition, TargetDefinition } from './rules.ts';
