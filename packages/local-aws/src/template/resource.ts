import * as v from 'valibot';
import type { Place } from '../gateway/index.ts';

/** The pretended region and account, and the services' address. */
export interface Site {
  readonly place: Place;
  /** The gateway's address, without a trailing slash; queue URLs begin with it. */
  readonly endpoint: string;
}

/** Values that references to a resource resolve to. */
export interface Identity {
  readonly name: string;
  readonly arn: string;
}

export type ArnFormat = (name: string, place: Place) => string;

/** Enforced properties with their whole shape: anything else is refused. */
type Entries = v.ObjectEntries;

export interface ResourceType<Enforced extends Entries = Entries> {
  /** Property with the physical name; by default, a name is made from stack and logical ID. */
  readonly nameProperty?: string;
  /** The service's maximum; made names keep to it. */
  readonly nameLength?: number;
  /** As for bucket names. */
  readonly lowerCase?: boolean;
  readonly arn?: ArnFormat;
  /** Value of `Ref`; the name by default. */
  readonly ref?: (identity: Identity, site: Site) => string;
  /** `Fn::GetAtt` by attribute. */
  readonly attributes?: Readonly<Record<string, (identity: Identity, site: Site) => string>>;
  /** Properties with an effect here. */
  readonly enforced: Enforced;
  /** Properties without a local meaning, each with the reason why a developer would not notice. */
  readonly accepted: Readonly<Record<string, string>>;
}

/** Only carries the types over. */
export function resource<const Enforced extends Entries>(type: ResourceType<Enforced>): ResourceType<Enforced> {
  return type;
}

/** A type that serves only operations or protection: all its properties are accepted, for one reason. */
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

/** JSON that the property's owner reads, such as a policy document. */
export const document = v.record(v.string(), v.unknown());

/** Reasons shared by many types. */
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
