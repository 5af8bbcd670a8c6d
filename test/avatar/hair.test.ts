import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type ActorModel, type Part, readBakedActor } from '../../layers/avatar/index.ts';
import { measureFigure, placeCamera } from '../../layers/avatar/render/camera.ts';
import { findSeen, type Seen } from '../../layers/avatar/render/seen.ts';
import { decodeTexture, type Mips, packRelief, plain } from '../../layers/avatar/render/textures.ts';

const bruno = await readBakedActor('bruno');
const head = bruno.joints.findIndex(({ name }) => name === 'head');

/** Squares of hair before the face, as two triangles each: metres from the eyes to the front. */
function sheet(depths: readonly number[], foremost = 0.06): Part {
  const { centre } = measureFigure(bruno);
  const side = (depth: number): number => (depth === Math.max(...depths) ? foremost : 0.06);
  const corners = [0, 1, 2, 3].map((k) => [k & 1, k >> 1] as const);
  const vertices = depths.flatMap((depth) => corners.map(([x, y]) => ({ x, y, depth })));
  return {
    ...bruno.parts.find(({ substance }) => substance === 'hair')!,
    positions: Float32Array.from(
      vertices.flatMap(({ x, y, depth }) => [
        centre[0] + (x - 0.5) * side(depth),
        centre[1] + (0.5 - y) * side(depth),
        centre[2] + depth,
      ]),
    ),
    normals: Float32Array.from(vertices.flatMap(() => [0, 0, 1])),
    uvs: Float32Array.from(vertices.flatMap(({ x, y }) => [x, y])),
    joints: Uint8Array.from(vertices.flatMap(() => [head, 0, 0, 0])),
    weights: Float32Array.from(vertices.flatMap(() => [1, 0, 0, 0])),
    indices: Uint32Array.from(depths.flatMap((_, k) => [0, 2, 1, 1, 2, 3].map((index) => k * 4 + index))),
    morphs: new Map(),
  };
}

function see(part: Part, image: Mips): Seen {
  const actor: ActorModel = { ...bruno, parts: [...bruno.parts.filter(({ substance }) => substance !== 'hair'), part] };
  const camera = placeCamera(0, measureFigure(bruno), 1);
  return findSeen(actor, new Map([[part.material.colour!, image]]), camera, 1).get(part)!;
}

/** Which sheets the triangles belong to, without repetition, in their order. */
const sheetsOf = (indices: Uint32Array): number[] => [...new Set([...indices].map((index) => index >> 2))];

describe('hair', () => {
  it('is drawn from the front, without what other hair or the head hides', () => {
    const { solid, wisps } = see(sheet([-0.1, 0.05, 0.1, 0.12], 0.3), plain(0, 0, 0, 255));
    expect(sheetsOf(solid)).toEqual([3]);
    expect([...wisps]).toEqual([]);
  });

  it('that lies close behind other hair is drawn, as it is seen between two turns of the head', () => {
    expect(sheetsOf(see(sheet([0.099, 0.1]), plain(0, 0, 0, 255)).solid)).toEqual([1, 0]);
  });

  it('that lets light through hides nothing, and is blended from the back', () => {
    const { solid, wisps } = see(sheet([0.1, 0.08, 0.12]), plain(0, 0, 0, 60));
    expect([...solid]).toEqual([]);
    expect(sheetsOf(wisps)).toEqual([1, 0, 2]);
  });
});

describe('a texture', () => {
  it('keeps the share that is cut out in its smaller copies, and what is not cut out stays opaque', async () => {
    const shares = fc.integer({ min: 0, max: 16 });
    await fc.assert(
      fc.asyncProperty(shares, async (columns) => {
        const width = 16;
        const raw = Buffer.alloc(width * width * 4);
        for (let k = 0; k < width * width; k++) raw[k * 4 + 3] = k % width < columns ? 255 : 0;
        const bytes = await sharp(raw, { raw: { width, height: width, channels: 4 } })
          .png()
          .toBuffer();
        const { levels } = await decodeTexture({ name: '', mediaType: 'image/png', bytes }, width, 0.42);
        for (const [number, level] of levels.slice(0, 3).entries()) {
          const alphas = [...level.filter((_, k) => k % 4 === 3)];
          const passing = alphas.filter((alpha) => alpha >= 0.42 * 255).length / alphas.length;
          expect(Math.abs(passing - columns / width)).toBeLessThanOrEqual((2 ** number - 1) / width);
          if (columns === width) expect(Math.min(...alphas)).toBe(255);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is halved by the mean of four pixels', async () => {
    const pixel = fc.uint8Array({ minLength: 16, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(pixel, async (values) => {
        const bytes = await sharp(values, { raw: { width: 2, height: 2, channels: 4 } })
          .png()
          .toBuffer();
        const { levels } = await decodeTexture({ name: '', mediaType: 'image/png', bytes }, 2);
        const mean = [0, 1, 2, 3].map((k) => (values[k]! + values[k + 4]! + values[k + 8]! + values[k + 12]! + 2) >> 2);
        expect([...levels[1]!]).toEqual(mean);
      }),
      { numRuns: 20 },
    );
  });

  it('of slopes and one of sheen become one, of the smaller size', () => {
    const slopes = { width: 2, height: 2, levels: [new Uint8Array(16).fill(9), Uint8Array.of(1, 2, 3, 4)] };
    expect(packRelief(slopes, plain(5, 6, 7, 8))).toEqual(plain(1, 2, 6, 7));
    expect(packRelief(undefined, plain(5, 6, 7, 8))).toEqual(plain(128, 128, 6, 7));
    expect(packRelief(slopes, undefined).levels[1]).toEqual(Uint8Array.of(1, 2, 128, 128));
  });
});
