import type { ActorMeasures, Camera } from './camera.ts';
import { transform } from './matrix.ts';

/** The part of a frame that is sharp when the lens is focused on the face: an ellipse, in pixels. */
export interface Focus {
  readonly x: number;
  readonly y: number;
  /** Half the width and height. */
  readonly across: number;
  readonly down: number;
  /** How blurred the farthest parts are, 0..1. */
  readonly strength: number;
}

/** Half the width and height of the sharp area, and how far its center is below the eyes, in head heights. Contains the nose and eyes. */
const SHARP = { across: 0.36, down: 0.52, below: 0.12 } as const;
/** Half the height of the sharp area, relative to the frame height, where blur starts (wide views) and reaches its maximum (close-ups). */
const WIDE = 0.16;
const CLOSE = 0.3;

/** Finds the sharp area in a view of an actor at rest. */
export function findFocus(
  { center, head }: ActorMeasures,
  { viewProjection }: Camera,
  { width, height }: { width: number; height: number },
): Focus {
  const pixelOf = (aside: number, up: number): [number, number] => {
    const [x, y, , w] = transform(viewProjection, [center[0] + aside, center[1] + up, center[2]]);
    return [((x / w + 1) / 2) * width, ((1 - y / w) / 2) * height];
  };
  const [x, y] = pixelOf(0, -SHARP.below * head);
  const [, top] = pixelOf(0, (SHARP.down - SHARP.below) * head);
  const down = y - top;
  const strength = Math.min(1, Math.max(0, (down / height - WIDE) / (CLOSE - WIDE)));
  return { x, y, across: (down * SHARP.across) / SHARP.down, down, strength };
}
