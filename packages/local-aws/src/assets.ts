import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { TaskDefinition } from './ecs/index.ts';
import type { FunctionDefinition } from './lambda/index.ts';
import { linkFolder } from './link-folder.ts';

/** Packaged code of functions and tasks, where it runs. */
export interface Assets {
  /** Links a function's code and layers; no other function's are reachable from there. */
  linkFunction(definition: FunctionDefinition): FunctionDefinition;
  linkTask(definition: TaskDefinition): TaskDefinition;
  /** Links files added to the packaged folders since. */
  addFiles(): void;
  remove(): void;
}

/**
 * Makes the folder in which functions have their files as on Lambda: `var/task` has the zip's contents, `opt` the merged contents of its
 * layers. Nothing unpackaged can be reached from there, neither the project nor its `node_modules`.
 * @param data folder of the service's data; it determines the folder's path, by which Node.js caches compiled code
 * @throws Error when another user owns the folder, or a `node_modules` can be reached from it
 */
export function openAssets(data: string): Assets {
  const root = assetFolder(data);
  recreate(root);
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules')))
      throw new Error(
        `${join(folder, 'node_modules')} could be reached by functions, which have none on AWS: set TMPDIR to a folder outside ${folder}`,
      );
  }
  /** Existing copies by folder: on another file system, a second copy then takes no space. */
  const copies = new Map<string, string>();
  const linked = new Map<string, readonly string[]>();
  const link = (name: string, part: string, sources: readonly string[]): string => {
    const target = join(root, name, part);
    mkdirSync(target, { recursive: true });
    linked.set(target, sources);
    for (const source of sources) linkFolder(copies.get(source) ?? source, target);
    const [only, ...others] = sources;
    if (only !== undefined && others.length === 0) copies.set(only, target);
    return target;
  };
  return {
    linkFunction: (definition) => ({
      ...definition,
      code: link(definition.name, join('var', 'task'), [definition.code]),
      layers: definition.image ? [] : [link(definition.name, 'opt', definition.layers)],
    }),
    linkTask: (definition) => ({
      ...definition,
      image: link(definition.family, join('var', 'task'), [definition.image]),
    }),
    addFiles: () => {
      for (const [target, sources] of linked) for (const source of sources) linkFolder(source, target, { missing: true });
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export const assetFolder = (data: string): string =>
  join(tmpdir(), `local-run-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`);

/** Recreates a folder, readable by this user only: code runs from it. */
function recreate(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found && found.uid !== userInfo().uid)
    throw new Error(`${folder} belongs to another user: remove it, or set TMPDIR to a folder of your own`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
}
