import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { TemplateError } from './failure.ts';

const resourceSchema = v.strictObject({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
  Condition: v.optional(v.string()),
  // These apply when a stack is updated or deleted, but resources are only ever created locally.
  DeletionPolicy: v.optional(v.string()),
  UpdateReplacePolicy: v.optional(v.string()),
  DependsOn: v.optional(v.union([v.string(), v.array(v.string())])),
  Metadata: v.optional(v.unknown()),
});

const templateSchema = v.strictObject({
  AWSTemplateFormatVersion: v.optional(v.string()),
  Description: v.optional(v.string()),
  Metadata: v.optional(v.unknown()),
  Parameters: v.optional(v.record(v.string(), v.looseObject({ Type: v.string(), Default: v.optional(v.unknown()) })), {}),
  Conditions: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Parameter checks, such as the bootstrap version. */
  Rules: v.optional(v.unknown()),
  Resources: v.optional(v.record(v.string(), resourceSchema), {}),
  Outputs: v.optional(
    v.record(
      v.string(),
      v.strictObject({
        Value: v.unknown(),
        Description: v.optional(v.string()),
        Condition: v.optional(v.string()),
        Export: v.optional(v.strictObject({ Name: v.unknown() })),
      }),
    ),
    {},
  ),
});

const manifestSchema = v.looseObject({
  artifacts: v.optional(
    v.record(
      v.string(),
      v.looseObject({
        type: v.string(),
        environment: v.optional(v.string()),
        properties: v.optional(v.record(v.string(), v.unknown()), {}),
      }),
    ),
    {},
  ),
});

const assetsSchema = v.looseObject({
  dockerImages: v.optional(
    v.record(
      v.string(),
      v.looseObject({
        source: v.looseObject({ directory: v.optional(v.string()) }),
        destinations: v.record(v.string(), v.looseObject({ imageTag: v.string() })),
      }),
    ),
    {},
  ),
  files: v.optional(
    v.record(
      v.string(),
      v.looseObject({
        source: v.looseObject({ path: v.optional(v.string()), packaging: v.optional(v.string()) }),
        destinations: v.record(v.string(), v.looseObject({ objectKey: v.string() })),
      }),
    ),
    {},
  ),
});

export type RawTemplate = v.InferOutput<typeof templateSchema>;

export interface RawStack {
  readonly name: string;
  readonly region: string | undefined;
  readonly terminationProtection: boolean;
  readonly template: RawTemplate;
}

export interface RawAssembly {
  readonly stacks: readonly RawStack[];
  /** Directory or file of each asset, by its key in the asset bucket, and build context of each image, by its tag. */
  readonly assets: ReadonlyMap<string, string>;
}

function readChecked<Schema extends v.GenericSchema>(path: string, label: string, schema: Schema): v.InferOutput<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new TemplateError(label, `cannot be read (${(cause as Error).message})`, { cause });
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new TemplateError([label, ...(v.getDotPath(issue)?.split('.') ?? [])].join('/'), issue.message);
}

function readText(properties: Readonly<Record<string, unknown>>, field: string, label: string): string {
  const value = properties[field];
  if (typeof value === 'string') return value;
  throw new TemplateError(label, `is missing ${field}`);
}

/** Reads the output of `cdk synth`, including nested stages. @throws {TemplateError} for a missing assembly or an unknown section */
export function readAssembly(directory: string): RawAssembly {
  if (!existsSync(join(directory, 'manifest.json'))) {
    throw new TemplateError(directory, 'is not a cloud assembly (manifest.json is missing); synthesize the app first');
  }
  const stacks: RawStack[] = [];
  const assets = new Map<string, string>();
  const { artifacts } = readChecked(join(directory, 'manifest.json'), 'manifest.json', manifestSchema);
  for (const [id, { type, environment, properties }] of Object.entries(artifacts)) {
    if (type === 'cdk:cloud-assembly') {
      const nested = readAssembly(join(directory, readText(properties, 'directoryName', id)));
      stacks.push(...nested.stacks);
      for (const [key, path] of nested.assets) assets.set(key, path);
    } else if (type === 'aws:cloudformation:stack') {
      const template = readChecked(join(directory, readText(properties, 'templateFile', id)), id, templateSchema);
      const region = environment?.split('/').at(-1);
      const name = typeof properties.stackName === 'string' ? properties.stackName : id;
      const terminationProtection = properties.terminationProtection === true;
      stacks.push({ name, region: region === 'unknown-region' ? undefined : region, terminationProtection, template });
    } else if (type === 'cdk:asset-manifest') {
      const { files, dockerImages } = readChecked(join(directory, readText(properties, 'file', id)), id, assetsSchema);
      for (const { source, destinations } of Object.values(files)) {
        if (source.path === undefined) continue;
        for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, resolve(directory, source.path));
      }
      for (const { source, destinations } of Object.values(dockerImages)) {
        if (source.directory === undefined) continue;
        for (const { imageTag } of Object.values(destinations)) assets.set(imageTag, resolve(directory, source.directory));
      }
    } else if (type !== 'cdk:tree' && type !== 'cdk:feature-flag-report') {
      throw new TemplateError(id, `the artifact type ${type} is not available locally`);
    }
  }
  return { stacks, assets };
}
