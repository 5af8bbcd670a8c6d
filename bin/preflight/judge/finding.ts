import type { Settings } from '../../../lib/settings/index.ts';
import type { Fact, Facts } from '../facts.ts';
import { type Quota, quotaLink } from '../read/quotas.ts';

/**
 * Result of a check: `change` (the deployment would fail or misbehave), `check` (needs review), `unread` (unknown), or `ready` (all good).
 */
export interface Finding {
  level: 'change' | 'check' | 'unread' | 'ready';
  /** Subject of the check. */
  subject: string;
  /** The finding, as a sentence. */
  found: string;
  /** Alternative fixes, any one of which is enough. */
  advice?: readonly string[];
  /** A quota increase that would resolve the finding. `--raise` requests it. */
  raise?: QuotaIncrease;
}

export interface QuotaIncrease {
  quota: Quota;
  value: number;
}

/** Checks facts against the settings. */
export type Check = (facts: Facts, settings: Settings) => Finding[];

export const ready = (subject: string, found: string): Finding => ({ level: 'ready', subject, found });

export const change = (subject: string, found: string, ...advice: string[]): Finding => ({
  level: 'change',
  subject,
  found,
  advice,
});

export const check = (subject: string, found: string, ...advice: string[]): Finding => ({
  level: 'check',
  subject,
  found,
  advice,
});

/** Adds a quota increase to a finding as its last advice. */
export const orRaise = (finding: Finding, quota: Quota, value: number, region: string): Finding => ({
  ...finding,
  advice: [...(finding.advice ?? []), `Raise "${quota.name}" to ${count(value)}: ${quotaLink(quota, region)}`],
  raise: { quota, value },
});

/** Judges a fact. An unread fact becomes an `unread` finding. */
export function judged<Value>(subject: string, fact: Fact<Value> | undefined, judge: (value: Value) => Finding | Finding[]): Finding[] {
  if (fact === undefined) return [];
  if ('value' in fact) return [judge(fact.value)].flat();
  const advice = fact.permission
    ? [`Allow ${fact.permission} for this command's credentials (docs/deploy.md has the complete policy)`]
    : ['Run this command again; if it fails again, check manually'];
  return [{ level: 'unread', subject, found: `Could not be read: ${fact.unread}`, advice }];
}

/** Formats a whole number with thousands separators: `1,000`. */
export const count = (value: number): string => value.toLocaleString('en-US');

/** `1 task`, `2 tasks`. */
export const several = (value: number, thing: string): string => `${count(value)} ${thing}${value === 1 ? '' : 's'}`;
