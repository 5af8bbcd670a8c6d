import { type FbxNode, long, node, objectName } from './node.ts';

/** ID of the scene itself, for use in connections. */
export const ROOT_ID = 0;

/** Object classes used in our files. */
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

/** Type of an object: its class, the class in its full name, and its subclass. */
interface ObjectType {
  class: ObjectClass;
  /** Class in the full name. Defaults to `class`. */
  nameClass?: string;
  subclass?: string;
}

/** The objects and connections in a file, in the order in which they were created. */
export interface Scene {
  readonly objects: readonly FbxNode[];
  readonly connections: readonly FbxNode[];
  /** Adds an object. @returns its ID */
  add(what: ObjectType, name: string, children: readonly FbxNode[] | ((id: number) => readonly FbxNode[])): number;
  connect(child: number, parent: number): void;
  /** Connects an object to a property of another object. */
  connectProperty(child: number, parent: number, property: string): void;
}

/** First object ID. 0 is the scene, and small IDs have special meanings in some tools. */
const FIRST_ID = 1_000_000;

export function createScene(): Scene {
  const objects: FbxNode[] = [];
  const connections: FbxNode[] = [];
  return {
    objects,
    connections,
    add({ class: kindOfObject, nameClass = kindOfObject, subclass = '' }, name, children) {
      const id = FIRST_ID + objects.length;
      const within = typeof children === 'function' ? children(id) : children;
      objects.push(node(kindOfObject, [long(id), objectName(name, nameClass), subclass], within));
      return id;
    },
    connect: (child, parent) => void connections.push(node('C', ['OO', long(child), long(parent)])),
    connectProperty: (child, parent, property) => void connections.push(node('C', ['OP', long(child), long(parent), property])),
  };
}
