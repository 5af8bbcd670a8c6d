import type { FrameRegion } from '../src/render/index.ts';
import type { FrameFormat } from '../src/video/canvas.ts';

/** Weights of red, green, and blue in luma 16..235, in units of 1/65536 (ITU-R BT.709-6, table 4), and in the two chroma channels. */
const LUMA = weights(0.2126, 0.7152, 0.0722, 219 / 255);
const U = weights(-0.2126, -0.7152, 0.9278, 112 / 255 / 0.9278);
const V = weights(0.7874, -0.7152, -0.0722, 112 / 255 / 0.7874);

function weights(red: number, green: number, blue: number, scale: number): readonly number[] {
  return [red, green, blue].map((share) => Math.round(share * scale * 65536));
}

const weigh = (weight: readonly number[], color: readonly number[]): number => weight.reduce((sum, value, k) => sum + value * color[k]!, 0);

/** Reference implementation of a canvas, pixel by pixel. */
export function paintPlainly({ width: stride, height: rows, background }: FrameFormat, picture: FrameRegion): Uint8Array {
  const { x, y, width, height, pixels } = picture;
  const ground = [background.red, background.green, background.blue];
  const colorAt = (px: number, py: number): readonly number[] => {
    const at = ((py - y) * width + px - x) * 4;
    const inside = px >= x && py >= y && px < x + width && py < y + height;
    return inside ? [...pixels.subarray(at, at + 3)] : ground;
  };
  const raw = (px: number, py: number): number => ((weigh(LUMA, colorAt(px, py)) + 32768) >> 16) + 16;
  const bytes: number[] = [];
  for (let py = 0; py < rows; py++) {
    for (let px = 0; px < stride; px++) {
      const rim = px <= x || py <= y || px >= x + width - 1 || py >= y + height - 1;
      bytes.push(rim ? raw(px, py) : smooth((across, down) => raw(px + across, py + down), roomAt(px - x, py - y)));
    }
  }
  for (const chroma of [U, V]) {
    for (let py = 0; py < rows; py += 2) {
      for (let px = 0; px < stride; px += 2) {
        const four = [colorAt(px, py), colorAt(px + 1, py), colorAt(px, py + 1), colorAt(px + 1, py + 1)];
        const sum = four.reduce((total, color) => total + weigh(chroma, color), 0);
        bytes.push(((sum + 4 * 32768) >> 18) + 128);
      }
    }
  }
  return Uint8Array.from(bytes);

  function roomAt(column: number, row: number): Room {
    return { left: column, right: width - 1 - column, above: row, below: height - 1 - row };
  }
}

/** How many neighbors a pixel has on each side. */
type Room = Record<'left' | 'right' | 'above' | 'below', number>;

/** Returns a pixel after FXAA (Lottes 2009). @param luma returns the luma of the pixel that is some columns and rows away */
function smooth(luma: (across: number, down: number) => number, room: Room): number {
  const m = luma(0, 0);
  const cross = [m, luma(0, -1), luma(0, 1), luma(-1, 0), luma(1, 0)];
  const contrast = Math.max(...cross) - Math.min(...cross);
  if (contrast < 16 || contrast * 6 < Math.max(...cross)) return m;
  const bend = (one: number, middle: number, two: number): number => Math.abs(one - 2 * middle + two);
  const bends = (at: (along: number, aside: number) => number): number =>
    [1, 2, 1].reduce((sum, weight, k) => sum + weight * bend(at(k - 1, -1), at(k - 1, 0), at(k - 1, 1)), 0);
  const horizontal = bends((along, aside) => luma(along, aside)) >= bends((along, aside) => luma(aside, along));
  // From here on, the edge is treated as if it were horizontal.
  const at = (along: number, aside: number): number => (horizontal ? luma(along, aside) : luma(aside, along));
  const [before, behind] = horizontal ? [room.left, room.right] : [room.above, room.below];
  const first = Math.abs(at(0, -1) - m) >= Math.abs(at(0, 1) - m);
  const side = first ? -1 : 1;
  const edge = m + at(0, side);
  const gradient = Math.max(Math.abs(at(0, -1) - m), Math.abs(at(0, 1) - m));
  const follow = (step: number, most: number): { steps: number; brighter: boolean } => {
    for (let steps = 1; steps <= most; steps++) {
      const difference = at(steps * step, 0) + at(steps * step, side) - edge;
      if (2 * Math.abs(difference) >= gradient) return { steps, brighter: difference > 0 };
    }
    return { steps: most + 1, brighter: false };
  };
  const [ahead, back] = [follow(1, Math.min(6, behind)), follow(-1, Math.min(6, before))];
  const nearest = ahead.steps < back.steps ? ahead : back;
  const shift = nearest.brighter === 2 * m < edge ? 0.5 - nearest.steps / (ahead.steps + back.steps) : 0;
  const corners = [luma(-1, -1), luma(1, -1), luma(-1, 1), luma(1, 1)];
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const mean = (2 * sum(cross.slice(1)) + sum(corners)) / 12;
  const lone = Math.min(1, Math.abs(mean - m) / contrast);
  const soft = lone * lone * (3 - 2 * lone);
  return Math.floor(m + (at(0, side) - m) * Math.max(shift, soft * soft * 0.6) + 0.5);
}
