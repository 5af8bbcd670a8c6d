import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { TaskDefinition } from './ecs/index.ts';
import type { FunctionDefinition } from './lambda/index.ts';
import { linkFolder } from './link-folder.ts';

/** Packaged code of functions and tasks, linked into the folders that it runs from. */
export interface Assets {
  /** Links a function's code and layers into a folder from which no other function's files can be reached. */
  linkFunction(definition: FunctionDefinition): FunctionDefinition;
  linkTask(definition: TaskDefinition): TaskDefinition;
  /** Links files that were added to the packaged folders later. */
  addFiles(): void;
  remove(): void;
}

/**
 * Creates the folder for function files, laid out as on Lambda: `var/task` has the contents of the zip file, and `opt` has the merged
 * contents of the layers. Unpackaged files, such as the project and its `node_modules`, cannot be reached from there.
 * @param data the service's data folder. It determines the path of the new folder, which Node.js uses as the key for cached compiled code
 * @throws Error if another user owns the folder or a `node_modules` folder can be reached from it
 */
export function openAssets(data: string): Assets {
  const root = assetFolder(data);
  recreate(root);
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules')))
      throw new Error(
        `${join(folder, 'node_modules')} is visible to functions here but would not be on AWS; set TMPDIR to a folder outside ${folder}`,
      );
  }
  /** Existing copies, by source folder. If the source is on another file system, linking to a copy saves the space of a second one. */
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

/** Recreates a folder that only this user can access, because code runs from it. */
function recreate(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found && found.uid !== userInfo().uid)
    throw new Error(`${folder} belongs to another user; remove it, or set TMPDIR to a folder that you own`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
}
