import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { RetryShape } from 'local-aws/stepfunctions';
import { afterAll } from 'vitest';
import type { FunctionName } from '#runtime/environment';
import { createApp, FLAGS } from '../../lib/app.ts';
import { type Bundles, placesOfStudio } from '../../lib/bundle/index.ts';
import { ENVIRONMENTS } from '../../lib/function/index.ts';
import type { Context } from '../../lib/settings/index.ts';

export const FUNCTION_NAMES = Object.keys(ENVIRONMENTS).sort() as FunctionName[];

/** Functions that every stage has, no matter what its settings are. */
export const STANDING_FUNCTIONS = FUNCTION_NAMES.filter((name) => name !== 'canary');

/** Creates a folder that is deleted after the tests in the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes `files`, which maps paths to contents, to a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Creates bundles that can be deployed but do nothing. Templates do not depend on the code. */
export function placeholderBundles(): Bundles {
  const folder = temporaryFolder();
  for (const name of FUNCTION_NAMES) writeFiles(folder, { [`functions/${name}/handler.mjs`]: `// ${name}` });
  writeFiles(folder, { 'espeak/data': 'voices', 'ffmpeg/bin/ffmpeg': 'binary', 'actors/a.glb': 'face' });
  writeFiles(folder, { 'image/Dockerfile': 'FROM scratch' });
  writeFiles(folder, { 'studio/pages/index.html': '<!doctype html>', 'studio/assets/main.js': '// studio' });
  const [functions, espeak, ffmpeg, actors] = ['functions', 'espeak', 'ffmpeg', 'actors'].map((name) => join(folder, name));
  return {
    functions: functions!,
    espeak: espeak!,
    ffmpeg: ffmpeg!,
    actors: actors!,
    renderer: join(folder, 'image'),
    studio: placesOfStudio(join(folder, 'studio')),
  };
}

/** Returns the template of a stack that contains only what `build` creates. */
export function templateOf<T>(build: (stack: Stack) => T): { template: Template; made: T } {
  const outdir = join(temporaryFolder(), 'assembly');
  const stack = new Stack(new App({ context: FLAGS, outdir, builtinCloudFormationValidation: false }), 'Test');
  const made = build(stack);
  return { template: Template.fromStack(stack), made };
}

/** Creates the complete app for a stage, without synthesizing it. */
export const appOf = (context: Context, checked = true, bundles: Partial<Bundles> = {}): App =>
  createApp({
    bundles: { ...placeholderBundles(), ...bundles },
    context,
    outdir: join(temporaryFolder(), 'assembly'),
    checked,
  });

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template's properties may be any JSON.
  Properties: any;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** Assemblies with placeholder bundles, by their settings. They are in the folder for the whole test run. */
const assemblies = new Map<string, ReturnType<App['synth']>>();

/** Returns an assembly with placeholder bundles. Test files in the same process share it, because synthesizing takes half a second. */
function sharedAssembly(context: Context): ReturnType<App['synth']> {
  const key = JSON.stringify(context);
  let assembly = assemblies.get(key);
  if (!assembly) {
    const outdir = mkdtempSync(join(tmpdir(), 'avatar-assembly-'));
    assembly = createApp({ bundles: placeholderBundles(), context, outdir, checked: false }).synth();
    assemblies.set(key, assembly);
  }
  return assembly;
}

/** Returns both templates of a stage, and all of their resources. The checks are tested separately. */
export function synthesizeStage(context: Context, bundles?: Partial<Bundles>) {
  const assembly = bundles ? appOf(context, false, bundles).synth() : sharedAssembly(context);
  const [storage, service] = ['AvatarStorage', 'Avatar'].map((name) =>
    Template.fromJSON(structuredClone(assembly.getStackByName(`${name}-${context.stage}`).template)),
  ) as [Template, Template];
  const resources = [storage, service].flatMap((template) => Object.entries(template.toJSON().Resources as Record<string, Resource>));
  const ofType = (type: string) => resources.filter(([, { Type }]) => Type === type);
  return { assembly, storage, service, resources, ofType };
}

/** Returns the platform and the Dockerfile stage of each image in an assembly, sorted by name. */
export function imagesOf(directory: string): { platform: string; target?: string }[] {
  interface Manifest {
    dockerImages?: Record<string, { source: { platform: string; dockerBuildTarget?: string } }>;
  }
  return globSync('*.assets.json', { cwd: directory }).flatMap((file) => {
    const { dockerImages = {} } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Manifest;
    return Object.values(dockerImages).map(({ source: { platform, dockerBuildTarget: target } }) => ({
      platform,
      ...(target !== undefined && { target }),
    }));
  });
}

/** Formats a template value as a single string, with references in angle brackets. */
export function flatten(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[kind, content] = ['', '']] = Object.entries(value);
  if (kind === 'Fn::Join') return (content as [string, unknown[]])[1].map(flatten).join((content as [string])[0]);
  if (kind === 'Fn::GetAtt') return `<${(content as string[]).join('.')}>`;
  return `<${typeof content === 'string' ? content : JSON.stringify(content)}>`;
}

interface States {
  [name: string]: { Type: string; Retry?: RetryShape[]; ItemProcessor?: { States: States } };
}

const tasksOf = (states: States): [string, RetryShape[]][] =>
  Object.entries(states).flatMap(([name, { Type, Retry = [], ItemProcessor }]) => {
    if (ItemProcessor) return tasksOf(ItemProcessor.States);
    return Type === 'Task' ? [[name, Retry] as [string, RetryShape[]]] : [];
  });

/** Returns the retry rules in the state machine of a stage, by state name. Includes states inside Maps. */
export function retriesOf(context: Context): ReadonlyMap<string, readonly RetryShape[]> {
  const [[, { Properties }] = ['', { Properties: {} }]] = synthesizeStage(context).ofType('AWS::StepFunctions::StateMachine');
  return new Map(tasksOf((JSON.parse(flatten(Properties.DefinitionString)) as { States: States }).States));
}
