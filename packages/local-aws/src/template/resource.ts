import * as v from 'valibot';
import type { Place } from '../gateway/index.ts';

/** Where the deployment pretends to live, and the address at which its services answer. */
export interface Site {
  readonly place: Place;
  /** Address of the gateway, without a slash at its end: queue addresses start with it. */
  readonly endpoint: string;
}

/** Who a resource is: what references to it resolve to. */
export interface Identity {
  readonly name: string;
  readonly arn: string;
}

export type ArnFormat = (name: string, place: Place) => string;

/** The properties that are enforced, each with its whole shape: what the shape does not know is refused. */
type Entries = v.ObjectEntries;

/** How the local run handles one resource type. */
export interface ResourceType<Enforced extends Entries = Entries> {
  /** Property that holds the physical name; without one, or when it is absent, a name is made from stack and logical id. */
  readonly nameProperty?: string;
  /** Longest name that the service takes; made names keep to it. */
  readonly nameLength?: number;
  /** Buckets may only have lower-case names. */
  readonly lowerCase?: boolean;
  readonly arn?: ArnFormat;
  /** Value of `Ref`; the name by default. */
  readonly ref?: (identity: Identity, site: Site) => string;
  /** Values of `Fn::GetAtt`, by attribute. */
  readonly attributes?: Readonly<Record<string, (identity: Identity, site: Site) => string>>;
  /** Properties that decide something here. */
  readonly enforced: Enforced;
  /** Properties without a local meaning, each with the reason why leaving it out changes nothing that a developer would see. */
  readonly accepted: Readonly<Record<string, string>>;
}

/** Declares a type; the function only carries the types over. */
export function resource<const Enforced extends Entries>(type: ResourceType<Enforced>): ResourceType<Enforced> {
  return type;
}

/** A type that only serves operations or protection: all its properties are accepted, for one reason. */
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

/** JSON that the owner of the property reads itself, such as a policy document. */
export const document = v.record(v.string(), v.unknown());

/** Properties common to many types. */
export const LABELS = 'Labels decide nothing in one account on one machine';
export const ENCRYPTION = 'The data directory is as private as the account of the developer';

export const regional =
  (service: string, prefix = ''): ArnFormat =>
  (name, { region, account }) =>
    `arn:aws:${service}:${region}:${account}:${prefix}${name}`;

export const attribute = {
  arn: ({ arn }: Identity) => arn,
  name: ({ name }: Identity) => name,
} as const;
