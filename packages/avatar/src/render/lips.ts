import type { ActorModel } from '../model/index.ts';
import type { Vector } from './matrix.ts';
import { findSlit, type Slit } from './slit.ts';
import type { VertexData } from './vertex-data.ts';

/** Number of points across the mouth, from corner to corner, where the edges of the lips are measured. */
export const LIP_STATIONS = 9;

/** Finds the vertices on the lip edges around the foremost tooth. */
export function findLips(actor: ActorModel, { firstVertices }: VertexData): Slit {
  const number = actor.parts.findIndex(({ substance }) => substance === 'skin');
  const teeth = actor.parts.find(({ substance }) => substance === 'teeth');
  if (number < 0 || !teeth) return [];
  return findSlit(actor.parts[number]!, firstVertices[number]!, {
    shape: 'jawOpen',
    closes: false,
    center: foremost(teeth.positions),
    extent: [0.04, 0.02, 0.02],
    contact: { near: 0.003, parted: 0.008 },
    shares: { still: 0.35, moving: 0.57 },
    moves: 'lower',
    side: { high: 0.008, across: 0.008, behind: 0.002 },
    stations: LIP_STATIONS,
  });
}

function foremost(positions: Float32Array): Vector {
  let at = 0;
  for (let k = 0; k < positions.length; k += 3) if (positions[k + 2]! > positions[at + 2]!) at = k;
  return [0, positions[at + 1]!, positions[at + 2]!];
}
