import type * as v from 'valibot';
import type { InertType, ResourceType } from '../resource.ts';
import { API } from './api.ts';
import { CDN } from './cdn.ts';
import { COMPUTE } from './compute.ts';
import { CONTAINERS } from './containers.ts';
import { DATA } from './data.ts';
import { EVENTS } from './events.ts';
import { INERT } from './inert.ts';

const ACTIVE = { ...DATA, ...COMPUTE, ...CONTAINERS, ...EVENTS, ...API, ...CDN } as const;

export type ActiveType = keyof typeof ACTIVE;

/** A type's validated properties with defaults. */
export type PropertiesOf<Type extends ActiveType> =
  (typeof ACTIVE)[Type] extends ResourceType<infer Enforced> ? v.InferOutput<v.StrictObjectSchema<Enforced, undefined>> : never;

/** Finds an active or inert type. Returns undefined if it is unknown. */
export function findType(name: string): ResourceType | InertType | undefined {
  if (Object.hasOwn(ACTIVE, name)) return ACTIVE[name as ActiveType];
  return Object.hasOwn(INERT, name) ? INERT[name] : undefined;
}
