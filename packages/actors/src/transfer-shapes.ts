import { fitProxy, type ProxyMesh } from './makehuman/index.ts';
import { createField, type Field, type Shapes } from './shapes/index.ts';

/** Transfers face shapes to an attached mesh. @returns displacements by shape */
export type TransferShapes = (carried: {
  proxy: ProxyMesh;
  positions: Float32Array;
  shapes: Shapes;
  /** Displacements for each shape and corrective, by name. */
  allFields: ReadonlyMap<string, Field>;
}) => Map<string, Field>;

/** The mesh moves with the skin it is attached to. */
const transferFromSkin: TransferShapes = ({ proxy, allFields }) => {
  const withoutOffsets = { ...proxy, offsets: new Float32Array(proxy.offsets.length) };
  return new Map([...allFields].map(([shape, field]) => [shape, fitProxy(withoutOffsets, field, 0)]));
};

/** The mesh moves with the edges of the eyelids. */
export const transferToLashes: TransferShapes = (carried) =>
  new Map([...transferFromSkin(carried), ...carried.shapes.transferToLashes(carried.positions)]);

/** Some vertices move with the jaw. @param follows selects these vertices */
export function transferFromJaw(positions: Float32Array, { jaw }: Shapes, follows: (vertex: number) => boolean): Map<string, Field> {
  return new Map([...jaw].map(([shape, move]) => [shape, createField(positions, (_x, y, z, v) => (follows(v) ? move(y, z) : undefined))]));
}
