import { type ActorModel, readBakedActor } from '@talking-avatar/avatar';
import type { Part } from '@talking-avatar/avatar/model';
import { createRenderer, openGpu } from '@talking-avatar/avatar/render';
import {
  ALPHA_CUTOFF,
  findVisibleHair,
  type Mips,
  measureActor,
  onePixel,
  placeCamera,
  type VisibleTriangles,
} from '@talking-avatar/avatar/testing';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';

// Leaves out the relief, because these tests are about which cards are selected.
const { relief: _relief, ...bruno } = await readBakedActor('bruno');
const head = bruno.joints.findIndex(({ name }) => name === 'head');

/** A rectangle of hair in front of the face. Distances are in meters: to the right of the eyes, down, and forward. */
interface Sheet {
  x: number;
  y: number;
  width: number;
  height: number;
  depth: number;
}

/** Creates sheets of hair out of two triangles each. */
function hairOf(sheets: readonly Sheet[]): Part {
  const { center } = measureActor(bruno);
  const corners = [0, 1, 2, 3].map((k) => [k & 1, k >> 1] as const);
  const vertices = sheets.flatMap((sheet) => corners.map(([u, v]) => ({ ...sheet, u, v })));
  return {
    ...bruno.parts.find(({ substance, material }) => substance === 'hair' && material.alpha === 'cutout')!,
    positions: Float32Array.from(
      vertices.flatMap(({ x, y, width, height, depth, u, v }) => [
        center[0] + x + u * width,
        center[1] - y - v * height,
        center[2] + depth,
      ]),
    ),
    normals: Float32Array.from(vertices.flatMap(() => [0, 0, 1])),
    uvs: Float32Array.from(vertices.flatMap(({ u, v }) => [u, v])),
    joints: Uint8Array.from(vertices.flatMap(() => [head, 0, 0, 0])),
    weights: Float32Array.from(vertices.flatMap(() => [1, 0, 0, 0])),
    indices: Uint32Array.from(sheets.flatMap((_, k) => [0, 2, 1, 1, 2, 3].map((index) => k * 4 + index))),
    morphs: new Map(),
  };
}

/** Squares around the eyes. They are 6 cm wide, except for the one in front. */
const sheet = (depths: readonly number[], foremost = 0.06): Part =>
  hairOf(
    depths.map((depth) => {
      const side = depth === Math.max(...depths) ? foremost : 0.06;
      return { x: -side / 2, y: -side / 2, width: side, height: side, depth };
    }),
  );

function see(part: Part, image: Mips): VisibleTriangles {
  const actor: ActorModel = { ...bruno, parts: [...bruno.parts.filter(({ substance }) => substance !== 'hair'), part] };
  const camera = placeCamera(0, measureActor(bruno), 1);
  return findVisibleHair(actor, new Map([[part.material.color!, image]]), camera, 1).get(part)!;
}

/** Returns which sheets the triangles belong to, in order and without repeating any. */
const sheetsOf = (indices: Uint32Array): number[] => [...new Set([...indices].map((index) => index >> 2))];

describe('hair', () => {
  it('is drawn from the front, except where other hair or the head hides it', () => {
    const { solid, wisps } = see(sheet([-0.1, 0.05, 0.1, 0.12], 0.3), onePixel(0, 0, 0, 255));
    expect(sheetsOf(solid)).toEqual([3]);
    expect([...wisps]).toEqual([]);
  });

  it('close behind other hair is drawn, because it is visible between two head rotations', () => {
    expect(sheetsOf(see(sheet([0.099, 0.1]), onePixel(0, 0, 0, 255)).solid)).toEqual([1, 0]);
  });

  it('is drawn up to three layers deep where only hair is visible', () => {
    const depths = Array.from({ length: 9 }, (_, k) => 0.1 - k * 0.0003);
    const drawn = sheetsOf(see(sheet(depths, 0.08), onePixel(0, 0, 0, 255)).solid);
    expect(drawn).toContain(0);
    // Hidden sheets are smaller, so it takes four of them to form the other two layers.
    expect(drawn.length).toBeGreaterThan(2);
    expect(drawn.length).toBeLessThan(7);
  });

  it('does not have a gap where the only cover is a barely visible sheet', () => {
    // As with roof tiles, each sheet hides three quarters of the next one. The last sheet only sticks out on one side.
    const tiles = Array.from({ length: 10 }, (_, k) => {
      return { x: -0.05, y: -0.1 + 0.02 * k, width: 0.1, height: 0.08, depth: 0.1 - 0.0005 * k };
    });
    const behind = { x: -0.05, y: -0.1, width: 0.102, height: 0.26, depth: 0.0945 };
    expect(sheetsOf(see(hairOf([...tiles, behind]), onePixel(0, 0, 0, 255)).solid)).toContain(10);
  });

  it('does not hide anything if translucent, and is blended from the back', () => {
    const { solid, wisps } = see(sheet([0.1, 0.08, 0.12]), onePixel(0, 0, 0, 60));
    expect([...solid]).toEqual([]);
    expect(sheetsOf(wisps)).toEqual([1, 0, 2]);
  });

  it('over a cap is drawn in front of it, not behind it', () => {
    const cap = sheet([0.1], 0.3);
    const opaque: Part = { ...cap, name: 'cap', material: { ...cap.material, alpha: 'opaque' } };
    const cards = hairOf([0.08, 0.12].map((depth) => ({ x: -0.03, y: -0.03, width: 0.06, height: 0.06, depth })));
    const actor: ActorModel = {
      ...bruno,
      parts: [...bruno.parts.filter(({ substance }) => substance !== 'hair'), cards, opaque],
    };
    const seen = (alpha: number): Map<Part, VisibleTriangles> =>
      findVisibleHair(actor, new Map([[cards.material.color!, onePixel(0, 0, 0, alpha)]]), placeCamera(0, measureActor(bruno), 1), 1);
    expect(sheetsOf(seen(255).get(cards)!.solid)).toEqual([1]);
    expect(sheetsOf(seen(60).get(cards)!.wisps)).toEqual([1]);
    // The whole cap is drawn.
    expect(seen(255).has(opaque)).toBe(false);
  });

  it('is blended behind a single layer with gaps, but not behind one without', () => {
    const strands = sheet([0.08, 0.1]);
    expect(sheetsOf(see(strands, onePixel(0, 0, 0, 200)).wisps)).toEqual([0, 1]);
    expect([...see(strands, onePixel(0, 0, 0, 255)).wisps]).toEqual([]);
  });
});

describe('the edge of hair', () => {
  it('is blended continuously into opaque hair', async () => {
    const gpu = await openGpu();
    onTestFinished(() => gpu.close());
    const view = { camera: 0, width: 64, height: 64, background: { red: 200, green: 200, blue: 200 } } as const;
    const covering = async (alpha: number): Promise<number> => {
      const part = hairOf([{ x: -0.2, y: -0.2, width: 0.4, height: 0.4, depth: 0.12 }]);
      const bytes = await sharp(Buffer.of(20, 20, 20, Math.round(255 * alpha)), {
        raw: { width: 1, height: 1, channels: 4 },
      })
        .png()
        .toBuffer();
      const textures = [...bruno.textures];
      textures[part.material.color!] = { name: 'hair', mediaType: 'image/png', bytes };
      const parts = [...bruno.parts.filter(({ substance }) => substance !== 'hair'), part];
      const renderer = await createRenderer(gpu, { ...bruno, textures, parts }, view);
      const { pixels } = await renderer.render({ fps: 1, frames: 1, channels: new Map() }, 0);
      renderer.close();
      const sum = pixels.reduce((total, value, k) => total + (k % 4 === 1 ? value : 0), 0);
      return sum / (pixels.length / 4);
    };
    const [faint, below, above] = [await covering(0.1), await covering(ALPHA_CUTOFF - 0.01), await covering(ALPHA_CUTOFF + 0.01)];
    expect(faint - above).toBeGreaterThan(50);
    expect(Math.abs(below - above)).toBeLessThan(0.1 * (faint - above));
  });
});
