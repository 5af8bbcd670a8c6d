import { readBakedActor } from '@talking-avatar/avatar';
import { weighCorrective } from '@talking-avatar/avatar/model';
import { describe, expect, it } from 'vitest';
import { at, cross, dot, smoothNormals, subtract } from '../src/geometry/mesh/index.ts';
import { FACES } from './faces.ts';

/** An f said with a smile, as the solver creates it: five shapes, and correctives that partly cancel them out. */
const SMILED_F: Readonly<Record<string, number>> = {
  jawOpen: 0.14,
  lowerLipBite: 0.96,
  mouthRollLower: 0.73,
  mouthShrugLower: 0.34,
  mouthPucker: 0.34,
  mouthSmileLeft: 0.49,
  mouthSmileRight: 0.43,
  mouthDimpleLeft: 0.08,
  mouthDimpleRight: 0.07,
};
/** Maximum mean angle in degrees, and the maximum share of angles over 40 degrees. */
const MOST = { mean: 3, far: 0.01 } as const;

describe.each(FACES)('the normals of %s', (id) => {
  it('face the front of their triangles, as other programs expect', async () => {
    for (const { name, positions, normals, indices } of (await readBakedActor(id)).parts) {
      let fronts = 0;
      for (let t = 0; t < indices.length; t += 3) {
        const [a, b, c] = [at(positions, indices[t]!), at(positions, indices[t + 1]!), at(positions, indices[t + 2]!)];
        const front = cross(subtract(b, a), subtract(c, a));
        if ([0, 1, 2].reduce((sum, k) => sum + dot(front, at(normals, indices[t + k]!)), 0) > 0) fronts++;
      }
      expect(fronts / (indices.length / 3), name).toBeGreaterThan(0.98);
    }
  });

  it('match the skin under mixed shapes', async () => {
    const { parts, correctives } = await readBakedActor(id);
    const skin = parts.find(({ substance }) => substance === 'skin')!;
    const [positions, normals] = [skin.positions.slice(), skin.normals.slice()];
    const moved = new Set<number>();
    for (const [name, morph] of skin.morphs) {
      const corrective = correctives.find((other) => other.name === name);
      const weight = corrective ? weighCorrective(corrective, (shape) => SMILED_F[shape] ?? 0) : (SMILED_F[name] ?? 0);
      if (weight === 0) continue;
      morph.vertices.forEach((v, i) => {
        moved.add(v);
        for (let k = 0; k < 3; k++) {
          positions[3 * v + k]! += weight * morph.positions[3 * i + k]!;
          normals[3 * v + k]! += weight * morph.normals[3 * i + k]!;
        }
      });
    }
    // Vertices are split along the seams of the texture.
    const places = new Map<string, number>();
    const whole = Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
      const place = skin.positions.subarray(3 * v, 3 * v + 3).join();
      if (!places.has(place)) places.set(place, v);
      return places.get(place)!;
    });
    const turned = smoothNormals(
      positions,
      skin.indices.map((v) => whole[v]!),
    );
    const angles = [...moved].map((v) => {
      const [n, t] = [normals.subarray(3 * v, 3 * v + 3), turned.subarray(3 * whole[v]!, 3 * whole[v]! + 3)];
      const cosine = (n[0]! * t[0]! + n[1]! * t[1]! + n[2]! * t[2]!) / Math.hypot(...n);
      return (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI;
    });
    expect(angles.reduce((sum, angle) => sum + angle, 0) / angles.length).toBeLessThan(MOST.mean);
    expect(angles.filter((angle) => angle > 40).length / angles.length).toBeLessThan(MOST.far);
  });
});
