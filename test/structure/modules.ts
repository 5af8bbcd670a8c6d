/** A module: a folder that is understood as a whole. */
export type Module = string;

/** Folders whose subfolders are modules of their own. */
const PARENTS: ReadonlySet<string> = new Set(['lib', 'layers']);

/** The module of a file: `layers/speech`, `lib/api`, `functions`, `bin`; files right below `lib` are the module `lib`. */
export function moduleOf(file: string): Module {
  const [parent = '', module, ...rest] = file.split('/');
  return PARENTS.has(parent) && module !== undefined && rest.length > 0 ? `${parent}/${module}` : parent;
}

/** Modules with the modules that they import from, both in alphabetical order. */
export function modulesOf(imports: ReadonlyMap<string, readonly string[]>): Map<Module, Module[]> {
  const modules = new Map<Module, Set<Module>>();
  for (const [file, targets] of imports) {
    const module = moduleOf(file);
    const known = modules.get(module) ?? new Set();
    modules.set(module, known);
    for (const target of targets.map(moduleOf)) if (target !== module) known.add(target);
  }
  return new Map([...modules].sort().map(([module, targets]) => [module, [...targets].sort()]));
}

/** Modules that a module reaches through others. */
function reach(module: Module, modules: ReadonlyMap<Module, readonly Module[]>): Set<Module> {
  const reached = new Set<Module>();
  const visit = (next: Module): void => {
    for (const target of modules.get(next) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit(module);
  return reached;
}

const idOf = (module: Module): string => module.replaceAll('/', '_');

/**
 * The modules as a Mermaid flowchart. An arrow that follows from two others is left out: whoever uses `jobs`, which uses `aws`, may
 * use `aws` too.
 */
export function drawModules(modules: ReadonlyMap<Module, readonly Module[]>): string {
  const arrows = [...modules].flatMap(([module, targets]) =>
    targets
      .filter((target) => !targets.some((other) => other !== target && reach(other, modules).has(target)))
      .map((target) => `  ${idOf(module)} --> ${idOf(target)}`),
  );
  const parents = Map.groupBy(modules.keys(), (module) => module.split('/')[0] ?? module);
  const boxes = [...parents].flatMap(([parent, members]) =>
    members.length === 1
      ? members.map((module) => `  ${idOf(module)}["${module}"]`)
      : [
          `  subgraph ${parent}_parent["${parent}"]`,
          ...members.map((module) => `    ${idOf(module)}["${module}"]`),
          '  end',
        ],
  );
  return ['flowchart TD', ...boxes, ...arrows].join('\n');
}
