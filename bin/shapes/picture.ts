import sharp from 'sharp';
import type { ActorModel, Part } from '../../layers/avatar/index.ts';

/** A quick picture of an actor for looking at a bake, with no GPU: one light, textures, occlusion. */
export interface View {
  /** Pixels to each side. */
  size: number;
  /** Turn about the upright axis, radians; positive shows the actor's right. */
  yaw: number;
  /** What the picture's middle shows, and how high it is, metres. */
  middle: readonly [number, number, number];
  span: number;
  /** Weights of shapes. */
  shapes: Readonly<Record<string, number>>;
  /** Substances that are left out. */
  without?: readonly string[];
}

interface Image {
  width: number;
  height: number;
  data: Uint8Array;
}

export async function decodeTextures({ textures }: ActorModel): Promise<Image[]> {
  return Promise.all(
    textures.map(async ({ bytes }) => {
      const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, data };
    }),
  );
}

/** Alpha below this is a hole. */
const HOLE = 100;
const BACKGROUND = [96, 102, 115] as const;
const LIGHT = [0.35, 0.5, 0.79] as const;

/** @returns RGB, rows from above. */
export function drawActor(actor: ActorModel, images: readonly Image[], view: View): Buffer {
  const { size } = view;
  const canvas = Buffer.alloc(size * size * 3);
  for (let i = 0; i < canvas.length; i++) canvas[i] = BACKGROUND[i % 3]!;
  const depth = new Float32Array(size * size).fill(Number.NEGATIVE_INFINITY);
  const correctives = actor.correctives.map(({ name, shapes }) => [
    name,
    shapes.reduce((product, shape) => product * (view.shapes[shape] ?? 0), 1),
  ]);
  const posed = { ...view, shapes: { ...view.shapes, ...Object.fromEntries(correctives) } };
  for (const part of actor.parts)
    if (!view.without?.includes(part.substance)) drawPart(part, images, posed, canvas, depth);
  return canvas;
}

function drawPart(part: Part, images: readonly Image[], view: View, canvas: Buffer, depth: Float32Array): void {
  const { positions, normals } = place(part, view);
  const image = part.material.colour === undefined ? undefined : images[part.material.colour];
  const { size } = view;
  for (let t = 0; t < part.indices.length; t += 3) {
    const [a, b, c] = [part.indices[t]!, part.indices[t + 1]!, part.indices[t + 2]!];
    const [ax, ay] = [positions[3 * a]!, positions[3 * a + 1]!];
    const [bx, by] = [positions[3 * b]!, positions[3 * b + 1]!];
    const [cx, cy] = [positions[3 * c]!, positions[3 * c + 1]!];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const back = area > 0;
    if (area === 0 || (back && !part.material.doubleSided)) continue;
    const [left, right] = [Math.max(0, Math.ceil(Math.min(ax, bx, cx))), Math.min(size - 1, Math.max(ax, bx, cx))];
    const [top, bottom] = [Math.max(0, Math.ceil(Math.min(ay, by, cy))), Math.min(size - 1, Math.max(ay, by, cy))];
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const wa = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
        const wb = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
        const wc = 1 - wa - wb;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const mix = (values: Float32Array, stride: number, k: number): number =>
          wa * values[stride * a + k]! + wb * values[stride * b + k]! + wc * values[stride * c + k]!;
        const z = mix(positions, 3, 2);
        const at = y * size + x;
        if (z <= depth[at]!) continue;
        const colour = image ? sample(image, mix(part.uvs, 2, 0), mix(part.uvs, 2, 1)) : [200, 200, 200, 255];
        if (part.material.alpha !== 'opaque' && colour[3]! < HOLE) continue;
        depth[at] = z;
        const facing = (back ? -1 : 1) * [0, 1, 2].reduce((sum, k) => sum + mix(normals, 3, k) * LIGHT[k]!, 0);
        const light = (0.34 + 0.72 * Math.max(0, 0.8 * facing + 0.2)) * (0.25 + 0.75 * mix(part.occlusion, 1, 0));
        for (let k = 0; k < 3; k++) canvas[3 * at + k] = Math.min(255, colour[k]! * light);
      }
  }
}

/** A part's vertices on the canvas (x right, y down, pixels; z towards the viewer, metres), its normals turned with it. */
function place(
  part: Part,
  { size, yaw, middle, span, shapes }: View,
): { positions: Float32Array; normals: Float32Array } {
  const positions = part.positions.slice();
  const normals = part.normals.slice();
  for (const [shape, weight] of Object.entries(shapes)) {
    const morph = part.morphs.get(shape);
    morph?.vertices.forEach((vertex, i) => {
      for (let k = 0; k < 3; k++) {
        positions[3 * vertex + k]! += weight * morph.positions[3 * i + k]!;
        normals[3 * vertex + k]! += weight * morph.normals[3 * i + k]!;
      }
    });
  }
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  for (let v = 0; v < positions.length; v += 3) {
    const [x, y, z] = [positions[v]! - middle[0], positions[v + 1]! - middle[1], positions[v + 2]! - middle[2]];
    positions[v] = size / 2 + ((cos * x - sin * z) * size) / span;
    positions[v + 1] = size / 2 - (y * size) / span;
    positions[v + 2] = sin * x + cos * z;
    const [nx, nz] = [normals[v]!, normals[v + 2]!];
    normals[v] = cos * nx - sin * nz;
    normals[v + 2] = sin * nx + cos * nz;
  }
  return { positions, normals };
}

function sample({ width, height, data }: Image, u: number, v: number): Uint8Array {
  const x = ((Math.floor(u * width) % width) + width) % width;
  const y = ((Math.floor(v * height) % height) + height) % height;
  return data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4);
}
