import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { TaskDefinition } from './ecs/index.ts';
import type { FunctionDefinition } from './lambda/index.ts';
import { linkFolder } from './link-folder.ts';

/** Where the packaged code of functions and tasks lies while they run. */
export interface Assets {
  /** A function with its code and its layers where it finds them: each function has only its own. */
  linkFunction(definition: FunctionDefinition): FunctionDefinition;
  /** A task with its image where it finds it. */
  linkTask(definition: TaskDefinition): TaskDefinition;
  /** Adds the files that came into the packaged folders since they were linked. */
  addFiles(): void;
  remove(): void;
}

/**
 * Makes the folder in which functions have their files as on Lambda: `var/task` is the zip's contents, `opt` the contents of its layers,
 * one over the other; what is not packaged cannot be reached from there, neither the project nor its `node_modules`.
 * @param data folder of the service's data: the same one gives the same folder again, since Node.js keeps compiled code by its path
 * @throws Error when the folder belongs to somebody else, or a `node_modules` can be reached from it
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

/** The folder in which the functions of a service lie, by the folder of its data. */
export const assetFolder = (data: string): string =>
  join(tmpdir(), `local-run-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`);

/** Makes a folder anew, readable by this user only: code is run from it. */
function recreate(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found && found.uid !== userInfo().uid)
    throw new Error(`${folder} belongs to another user: remove it, or set TMPDIR to a folder of your own`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
}
