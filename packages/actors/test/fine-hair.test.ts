import { readActor, readBakedActor } from '@talking-avatar/avatar';
import { type Part, writeActor } from '@talking-avatar/avatar/model';
import { describe, expect, it } from 'vitest';
import { growFineHair } from '../src/geometry/fine-hair.ts';

const farid = await readBakedActor('farid');
const beard = farid.parts.find(({ name }) => name === 'hair2')!;
const fine = farid.parts.filter(({ name }) => name.startsWith('fine'));

/** A 10 cm sheet in front of the head. One shape moves its lower half forward. */
function sheet(): Part {
  const corners = Array.from({ length: 36 }, (_, k) => [(k % 6) / 5 - 0.5, Math.floor(k / 6) / 5 - 0.5] as const);
  const squares = Array.from({ length: 36 }, (_, k) => k).filter((k) => k % 6 < 5 && k < 30);
  const low = corners.flatMap(([, y], k) => (y < 0 ? [k] : []));
  const count = corners.length;
  return {
    ...beard,
    positions: Float32Array.from(corners.flatMap(([x, y]) => [0.1 * x, 0.1 * y, 0.1])),
    normals: Float32Array.from(corners.flatMap(() => [0, 0, 1])),
    uvs: Float32Array.from(corners.flatMap(([x, y]) => [0.5 + x, 0.5 - y])),
    indices: Uint32Array.from(squares.flatMap((k) => [k, k + 1, k + 6, k + 6, k + 1, k + 7])),
    occlusion: new Float32Array(count).fill(1),
    joints: new Uint8Array(4 * count),
    weights: Float32Array.from(corners.flatMap(() => [1, 0, 0, 0])),
    morphs: new Map([
      [
        'jawOpen',
        {
          vertices: Uint32Array.from(low),
          positions: Float32Array.from(low.flatMap(() => [0, 0, 0.01])),
          normals: new Float32Array(3 * low.length),
        },
      ],
    ]),
  };
}

const STYLE = { length: 0.01, width: 0.004, lift: 0, stray: 0, spacing: 0.005, segments: 2, material: beard.material };
const grow = (): Part => growFineHair('fine', sheet(), () => ({ direction: [0, -1, 0], normal: [0, 0, 1], size: 1 }), STYLE);

describe('fine hair', () => {
  it('grows at the density of its style, and the same way each time', () => {
    const grown = grow();
    const perCard = 2 * (STYLE.segments + 1);
    expect(grown.positions.length / 3 / perCard / (0.1 / STYLE.spacing) ** 2).toBeCloseTo(1, 1);
    expect(grow()).toEqual(grown);
  });

  it('follows the shapes of its surface', () => {
    const grown = grow();
    const { vertices, positions } = grown.morphs.get('jawOpen')!;
    const depths = new Map([...vertices].map((vertex, i) => [vertex, positions[3 * i + 2]!]));
    for (let v = 0; v < grown.positions.length / 3; v += 6) {
      const root = grown.positions[3 * v + 1]!;
      if (root < -0.015) expect(depths.get(v)).toBeCloseTo(0.01, 6);
      if (root > 0.015) expect(depths.get(v)).toBeUndefined();
    }
  });

  it('is blended, rests on the head, and, as a beard, moves with the jaw', () => {
    expect(fine.map(({ name }) => name)).toEqual(['fine1', 'fine2']);
    for (const { material, indices, strands, positions } of fine) {
      expect(material.alpha).toBe('blend');
      expect(indices.length).toBeGreaterThan(1000);
      expect(strands).toHaveLength(positions.length);
    }
    // The skin at the temples follows the jaw by a millimeter, and so does the hairline.
    const [onHead, beard] = fine.map(({ morphs }) => Math.max(0, ...(morphs.get('jawOpen')?.positions ?? []).map(Math.abs)));
    expect(onHead).toBeLessThan(0.002);
    expect(beard).toBeGreaterThan(0.02);
  });

  it('preserves its strands and shapes when written and read', async () => {
    const read = await readActor(await writeActor({ ...farid, parts: fine }));
    for (const [i, part] of read.parts.entries()) {
      expect(part.strands).toEqual(fine[i]!.strands);
      expect(part.morphs).toEqual(fine[i]!.morphs);
    }
  });
});
