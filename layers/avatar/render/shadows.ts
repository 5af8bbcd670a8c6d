import type { ActorModel, Part } from '../model/index.ts';
import { cross, dot, normalize, type Vector } from './matrix.ts';

/** Cells of the shadow map across. */
const CELLS = 640;

/** A surface shades only what lies this far behind it, metres: it does not shade itself. */
const BIAS = 0.006;

/** Half the width over which a shadow's edge is blurred, cells. */
const BLUR = 3;

/** What lets light through does not shade; hair lets this share through. */
const SOLID: ReadonlySet<string> = new Set(['skin', 'cloth']);
const THROUGH_HAIR = 0.6;

/**
 * How much of a far light each vertex of each part gets at rest, 0..1. The model hardly moves under its lights, so the shadows
 * are found once.
 */
export function castShadows(actor: ActorModel, direction: Vector): Float32Array[] {
  const right = normalize(cross([0, 1, 0], direction));
  const up = cross(direction, right);
  const box = findBox(actor, right, up);
  const emptyMap = () => new Float32Array(CELLS * CELLS).fill(Number.NEGATIVE_INFINITY);
  const maps = { solid: emptyMap(), hair: emptyMap() };
  const place = (positions: Float32Array, vertex: number): Vector => {
    const point: Vector = [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!];
    return [(dot(point, right) - box.left) * box.scale, (dot(point, up) - box.low) * box.scale, dot(point, direction)];
  };
  for (const part of actor.parts) {
    if (SOLID.has(part.substance)) drawPart(maps.solid, part, place);
    if (part.substance === 'hair') drawPart(maps.hair, part, place);
  }
  const lit = (point: Vector): number =>
    lightAt(maps.solid, point) * (THROUGH_HAIR + (1 - THROUGH_HAIR) * lightAt(maps.hair, point));
  return actor.parts.map((part) =>
    Float32Array.from({ length: part.positions.length / 3 }, (_, vertex) => lit(place(part.positions, vertex))),
  );
}

interface Box {
  left: number;
  low: number;
  /** Cells per metre. */
  scale: number;
}

function findBox(actor: ActorModel, right: Vector, up: Vector): Box {
  let [left, low, size] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (const pass of [0, 1]) {
    for (const { positions } of actor.parts) {
      for (let k = 0; k < positions.length; k += 3) {
        const point: Vector = [positions[k]!, positions[k + 1]!, positions[k + 2]!];
        const [x, y] = [dot(point, right), dot(point, up)];
        if (pass === 0) [left, low] = [Math.min(left, x), Math.min(low, y)];
        else size = Math.max(size, x - left, y - low);
      }
    }
  }
  return { left, low, scale: (CELLS - 1) / (size || 1) };
}

function drawPart(map: Float32Array, part: Part, place: (positions: Float32Array, vertex: number) => Vector): void {
  for (let k = 0; k < part.indices.length; k += 3) {
    const a = place(part.positions, part.indices[k]!);
    const b = place(part.positions, part.indices[k + 1]!);
    const c = place(part.positions, part.indices[k + 2]!);
    drawTriangle(map, a, b, c);
  }
}

function drawTriangle(map: Float32Array, a: Vector, b: Vector, c: Vector): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (Math.abs(area) < 1e-9) return;
  const clip = (value: number): number => Math.max(0, Math.min(CELLS - 1, value));
  const right = clip(Math.ceil(Math.max(a[0], b[0], c[0])));
  const high = clip(Math.ceil(Math.max(a[1], b[1], c[1])));
  for (let y = clip(Math.floor(Math.min(a[1], b[1], c[1]))); y <= high; y++) {
    for (let x = clip(Math.floor(Math.min(a[0], b[0], c[0]))); x <= right; x++) {
      const v = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
      const w = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
      if (v < -0.01 || w < -0.01 || v + w > 1.01) continue;
      const depth = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
      if (depth > map[y * CELLS + x]!) map[y * CELLS + x] = depth;
    }
  }
}

/** The share of cells about a point that nothing nearer to the light covers. */
function lightAt(map: Float32Array, [x, y, depth]: Vector): number {
  let [lit, seen] = [0, 0];
  for (let dy = -BLUR; dy <= BLUR; dy++) {
    for (let dx = -BLUR; dx <= BLUR; dx++) {
      const [cx, cy] = [Math.round(x) + dx, Math.round(y) + dy];
      if (cx < 0 || cy < 0 || cx >= CELLS || cy >= CELLS) continue;
      seen++;
      if (map[cy * CELLS + cx]! < depth + BIAS) lit++;
    }
  }
  return seen === 0 ? 1 : lit / seen;
}
