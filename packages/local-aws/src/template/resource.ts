import * as v from 'valibot';
import type { Place } from '../gateway/index.ts';

/** The simulated region and account, and the endpoint of the services. */
export interface Site {
  readonly place: Place;
  /** The gateway's URL without a trailing slash. Queue URLs start with it. */
  readonly endpoint: string;
}

/** Values that references to a resource resolve to. */
export interface Identity {
  readonly name: string;
  readonly arn: string;
}

export type ArnFormat = (name: string, place: Place) => string;

/** Complete schemas of enforced properties. Anything else is rejected. */
type Entries = v.ObjectEntries;

export interface ResourceType<Enforced extends Entries = Entries> {
  /** Property with the physical name. By default, the name is generated from the stack and logical ID. */
  readonly nameProperty?: string;
  /** The service's maximum name length, which also limits generated names. */
  readonly nameLength?: number;
  /** True if generated names must be lower case, as for buckets. */
  readonly lowerCase?: boolean;
  readonly arn?: ArnFormat;
  /** Returns the value of `Ref`; defaults to the name. */
  readonly ref?: (identity: Identity, site: Site) => string;
  /** `Fn::GetAtt` values by attribute. */
  readonly attributes?: Readonly<Record<string, (identity: Identity, site: Site) => string>>;
  /** Properties that are enforced locally. */
  readonly enforced: Enforced;
  /** Properties that have no effect locally, each with the reason why a developer would not notice. */
  readonly accepted: Readonly<Record<string, string>>;
}

/** Preserves a resource type's inferred types. */
export function resource<const Enforced extends Entries>(type: ResourceType<Enforced>): ResourceType<Enforced> {
  return type;
}

/** A type that only matters for operations or protection. All of its properties are accepted for the same reason. */
export interface InertType extends Pick<ResourceType, 'nameProperty' | 'arn' | 'ref' | 'attributes'> {
  readonly inert: string;
}

export const text = v.pipe(v.string(), v.nonEmpty());
export const count = v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.toNumber())]), v.integer());
export const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((word) => word === 'true'),
  ),
]);

/** JSON that another module parses, such as a policy document. */
export const document = v.record(v.string(), v.unknown());

/** Reasons shared by many types. */
export const LABELS = 'Labels have no effect in a single account on one machine';
export const ENCRYPTION = "The data directory is as private as the developer's user account";

export const regional =
  (service: string, prefix = ''): ArnFormat =>
  (name, { region, account }) =>
    `arn:aws:${service}:${region}:${account}:${prefix}${name}`;

export const attribute = {
  arn: ({ arn }: Identity) => arn,
  name: ({ name }: Identity) => name,
} as const;
