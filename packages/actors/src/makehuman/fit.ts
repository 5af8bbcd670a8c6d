import type { BaseMesh, ProxyMesh } from './types.ts';

/** Fits a proxy to a body. @param scale body size relative to the proxy's original body @returns 3 values per vertex, in meters */
export function fitProxy({ anchors, anchorWeights, offsets }: ProxyMesh, body: Float32Array, scale: number): Float32Array {
  const positions = new Float32Array(offsets.length);
  for (let i = 0; i < offsets.length; i += 3)
    for (let k = 0; k < 3; k++) {
      let value = scale * offsets[i + k]!;
      for (let a = 0; a < 3; a++) value += anchorWeights[i + a]! * body[3 * anchors[i + a]! + k]!;
      positions[i + k] = value;
    }
  return positions;
}

/** Returns the position of a bone end on a body, in meters. @throws Error if the skeleton does not have that bone end */
export function boneEnd(base: BaseMesh, body: Float32Array, name: string): [number, number, number] {
  const vertices = base.boneEnds[name];
  if (!vertices?.length) throw new Error(`Unknown bone end "${name}" in MakeHuman's skeleton`);
  const mean = (k: number): number => vertices.reduce((sum, v) => sum + body[3 * v + k]!, 0) / vertices.length;
  return [mean(0), mean(1), mean(2)];
}
