import * as v from 'valibot';
import type { Place } from '../gateway/index.ts';
import { readAssembly } from './assembly.ts';
import { TemplateError } from './failure.ts';
import { NO_VALUE } from './intrinsics.ts';
import type { Identity, InertType, ResourceType, Site } from './resource.ts';
import { type ActiveType, findType, type PropertiesOf } from './resources/index.ts';
import { Stack } from './stack.ts';

/** A resource with references resolved and properties checked. */
export interface Resource<Type extends ActiveType = ActiveType> extends Identity {
  readonly type: Type;
  readonly stack: string;
  readonly logicalId: string;
  readonly properties: PropertiesOf<Type>;
}

/** All of an app's stacks as one model. */
export interface Deployment {
  readonly place: Place;
  /** Lists resources in template order. */
  list<Type extends ActiveType>(type: Type): readonly Resource<Type>[];
  /** Outputs of all stacks, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Returns an asset's path by its key. @throws {TemplateError} if it is not in the assembly */
  locate(key: string, path: string): string;
}

/** Simulated account of local resources. */
const ACCOUNT = '000000000000';

/** Default region for apps that do not specify one. */
const REGION = 'us-east-1';

function describe(issue: v.BaseIssue<unknown>): string {
  return issue.type === 'strict_object' && issue.expected === 'never' ? 'this property is not available locally' : issue.message;
}

function check(type: ResourceType, properties: Record<string, unknown>, path: string): unknown {
  const enforced = Object.entries(properties).filter(([name]) => !Object.hasOwn(type.accepted, name));
  const result = v.safeParse(v.strictObject(type.enforced), Object.fromEntries(enforced));
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = issue.path?.map(({ key }) => String(key)) ?? [];
  throw new TemplateError([path, ...place].join('/'), describe(issue));
}

function readResource(stack: Stack, id: string, typeName: string, raw: Record<string, unknown>): Resource | undefined {
  const path = `${stack.name}/${id}`;
  const type: ResourceType | InertType | undefined = findType(typeName);
  if (!type) throw new TemplateError(path, `the resource type ${typeName} is not available locally`);
  if ('inert' in type) return undefined;
  // Accepted properties are not resolved, because they may refer to resources without a local counterpart.
  const relevant = Object.entries(raw).filter(([name]) => !Object.hasOwn(type.accepted, name));
  const resolved = relevant
    .map(([name, value]) => [name, stack.resolve(value, `${path}/${name}`)] as const)
    .filter(([, value]) => value !== NO_VALUE);
  const properties = check(type, Object.fromEntries(resolved), path) as Resource['properties'];
  return { type: typeName as ActiveType, stack: stack.name, logicalId: id, properties, ...stack.identify(id, path) };
}

function readOutputs(stacks: readonly Stack[]): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const stack of stacks) {
    for (const [name, exported, value] of stack.outputs) {
      // Exports are for references between stacks. Callers only see the other outputs.
      if (exported === undefined) outputs[name] = String(stack.resolve(value, `${stack.name}/Outputs/${name}`));
    }
  }
  return outputs;
}

/**
 * Reads a cloud assembly into one model. Anything unknown is an error that names the stack, logical ID, and property.
 * @param directory output of `cdk synth`
 * @param endpoint the gateway's URL. Queue URLs start with it.
 * @throws {TemplateError}
 */
export function readDeployment(directory: string, endpoint: string): Deployment {
  const { stacks: raw, assets } = readAssembly(directory);
  const [region = REGION, ...others] = [...new Set(raw.map((stack) => stack.region).filter((name) => name !== undefined))];
  if (others.length > 0) throw new TemplateError(directory, `has stacks in several regions: ${region}, ${others.join(', ')}`);
  const place = { region, account: ACCOUNT };
  const site: Site = { place, endpoint };
  const findExport = (wanted: string) => {
    for (const stack of stacks) {
      const found = stack.outputs.find(([, exported]) => exported === wanted);
      if (found) return { stack, value: found[2] };
    }
    return undefined;
  };
  const stacks: Stack[] = raw.map((stack) => new Stack(stack, site, findExport));
  const resources = stacks
    .flatMap((stack) => stack.resources.map(([id, type, properties]) => readResource(stack, id, type, properties)))
    .filter((resource) => resource !== undefined);
  return {
    place,
    list: <Type extends ActiveType>(type: Type) => resources.filter((resource) => resource.type === type) as unknown as Resource<Type>[],
    outputs: readOutputs(stacks),
    locate: (key, path) => {
      const found = assets.get(key);
      if (!found) throw new TemplateError(path, `the asset "${key}" is not in the assembly`);
      return found;
    },
  };
}
