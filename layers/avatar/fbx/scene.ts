import { type FbxNode, long, node, objectName } from './node.ts';

/** The id that stands for the scene itself in connections. */
export const ROOT_ID = 0;

/** The classes of objects that a file of ours holds. */
export type ObjectClass =
  | 'NodeAttribute'
  | 'Geometry'
  | 'Model'
  | 'Pose'
  | 'Material'
  | 'Texture'
  | 'Video'
  | 'Deformer'
  | 'AnimationStack'
  | 'AnimationLayer'
  | 'AnimationCurveNode'
  | 'AnimationCurve';

/** What an object is called besides its class: the name's own class, and the kind within the class. */
interface ObjectKind {
  class: ObjectClass;
  /** The class that stands in the name; `class` when it is left out. */
  named?: string;
  kind?: string;
}

/** The objects of a file and how they hang together, in the order of their making. */
export interface Scene {
  readonly objects: readonly FbxNode[];
  readonly connections: readonly FbxNode[];
  /** Adds an object. @returns its id */
  add(what: ObjectKind, name: string, children: readonly FbxNode[] | ((id: number) => readonly FbxNode[])): number;
  /** Makes an object a child of another. */
  connect(child: number, parent: number): void;
  /** Makes an object the source of a property of another. */
  drive(child: number, parent: number, property: string): void;
}

/** Ids begin here: 0 is the scene, and small numbers are taken for something else by some tools. */
const FIRST_ID = 1_000_000;

export function createScene(): Scene {
  const objects: FbxNode[] = [];
  const connections: FbxNode[] = [];
  return {
    objects,
    connections,
    add({ class: kindOfObject, named = kindOfObject, kind = '' }, name, children) {
      const id = FIRST_ID + objects.length;
      const within = typeof children === 'function' ? children(id) : children;
      objects.push(node(kindOfObject, [long(id), objectName(name, named), kind], within));
      return id;
    },
    connect: (child, parent) => void connections.push(node('C', ['OO', long(child), long(parent)])),
    drive: (child, parent, property) => void connections.push(node('C', ['OP', long(child), long(parent), property])),
  };
}
