import type { Queue } from '../sqs/index.ts';
import type { Event } from './event.ts';
import { compilePattern, type EventPattern } from './pattern.ts';

export type Destination =
  | { readonly kind: 'function'; readonly invoke: (event: Event) => Promise<unknown> }
  | { readonly kind: 'queue'; readonly queue: Queue };

/** Resolved properties of an AWS::Events::Rule. The scheduler handles rules with a schedule. */
export interface RuleDefinition {
  readonly Name: string;
  /** Name or ARN; defaults to the default bus. */
  readonly EventBusName?: string;
  readonly EventPattern: EventPattern;
  readonly State?: string;
  readonly Targets: readonly TargetDefinition[];
}

export interface TargetDefinition {
  readonly Id: string;
  readonly Arn: string;
  readonly DeadLetterConfig?: { readonly Arn?: string };
  readonly RetryPolicy?: { readonly MaximumRetryAttempts?: number; readonly MaximumEventAgeInSeconds?: number };
}

export interface Target {
  /** `<rule>/<target id>`, as stored in the outbox. */
  readonly name: string;
  readonly arn: string;
  readonly destination: Destination;
  readonly deadLetters?: Queue;
  readonly maxAttempts: number;
  /** In ms. */
  readonly maxAge: number;
}

export interface Rule {
  readonly name: string;
  readonly bus: string;
  readonly matches: (event: object) => boolean;
  readonly targets: readonly Target[];
}

/** EventBridge's default maximum number of retries and maximum event age in seconds (User Guide, "Retry policy"). */
const MAX_RETRIES = 185;
const MAX_AGE_SECONDS = 24 * 60 * 60;

const RULE_FIELDS = ['Name', 'Description', 'EventBusName', 'EventPattern', 'State', 'Targets'];
const TARGET_FIELDS = ['Id', 'Arn', 'DeadLetterConfig', 'RetryPolicy'];

function refuseUnknown(owner: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((field) => !known.includes(field));
  if (unknown) throw new Error(`${owner}: ${unknown} is not available locally`);
}

export const toBusName = (nameOrArn: string): string => nameOrArn.replace(/^arn:.*:event-bus\//, '');

function openTarget(rule: string, target: TargetDefinition, find: (arn: string) => Destination): Target {
  const name = `${rule}/${target.Id}`;
  refuseUnknown(`The target ${name}`, target, TARGET_FIELDS);
  const { DeadLetterConfig, RetryPolicy = {} } = target;
  const dead = DeadLetterConfig?.Arn === undefined ? undefined : find(DeadLetterConfig.Arn);
  if (dead && dead.kind !== 'queue') throw new Error(`The target ${name}: DeadLetterConfig must be a queue`);
  return {
    name,
    arn: target.Arn,
    destination: find(target.Arn),
    ...(dead && { deadLetters: dead.queue }),
    maxAttempts: 1 + (RetryPolicy.MaximumRetryAttempts ?? MAX_RETRIES),
    maxAge: (RetryPolicy.MaximumEventAgeInSeconds ?? MAX_AGE_SECONDS) * 1000,
  };
}

/** Prepares the enabled rules. @throws for an unknown field, operator, or bus. The error names the rule. */
export function openRules(definitions: readonly RuleDefinition[], buses: ReadonlySet<string>, find: (arn: string) => Destination): Rule[] {
  return definitions.flatMap((definition) => {
    const { Name, EventBusName = 'default', State = 'ENABLED', EventPattern, Targets } = definition;
    refuseUnknown(`The rule ${Name}`, definition, RULE_FIELDS);
    const bus = toBusName(EventBusName);
    if (!buses.has(bus)) throw new Error(`The rule ${Name} uses the event bus ${bus}, which does not exist`);
    try {
      const matches = compilePattern(EventPattern);
      const targets = Targets.map((target) => openTarget(Name, target, find));
      return State === 'DISABLED' ? [] : [{ name: Name, bus, matches, targets }];
    } catch (error) {
      throw new Error(`The rule ${Name}: ${(error as Error).message}`, { cause: error });
    }
  });
}
