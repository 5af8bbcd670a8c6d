import { fitProxy, type ProxyMesh } from './makehuman/index.ts';
import { createField, type Field, type Shapes } from './shapes/index.ts';

/** Transfers the face's shapes to an attached mesh. @returns displacements by shape */
export type TransferShapes = (carried: {
  proxy: ProxyMesh;
  positions: Float32Array;
  shapes: Shapes;
  /** Displacements by shape and by corrective. */
  allFields: ReadonlyMap<string, Field>;
}) => Map<string, Field>;

/** Moves with the skin to which the mesh is attached. */
const transferFromSkin: TransferShapes = ({ proxy, allFields }) => {
  const withoutOffsets = { ...proxy, offsets: new Float32Array(proxy.offsets.length) };
  return new Map([...allFields].map(([shape, field]) => [shape, fitProxy(withoutOffsets, field, 0)]));
};

/** Moves with the lid's edge. */
export const transferToLashes: TransferShapes = (carried) =>
  new Map([...transferFromSkin(carried), ...carried.shapes.transferToLashes(carried.positions)]);

/** Moves with the jaw. @param follows selects these vertices */
export function transferFromJaw(positions: Float32Array, { jaw }: Shapes, follows: (vertex: number) => boolean): Map<string, Field> {
  return new Map([...jaw].map(([shape, move]) => [shape, createField(positions, (_x, y, z, v) => (follows(v) ? move(y, z) : undefined))]));
}
