import type { LightingName } from '@talking-avatar/contract';
import type { CameraId } from './camera.ts';

/** A color with channels 0..255. */
export interface Color {
  red: number;
  green: number;
  blue: number;
}

export interface ViewSettings {
  camera: CameraId;
  /** Pixels, even. */
  width: number;
  height: number;
  /** In transparent videos, the color where alpha is 0, which players do not show. */
  background: Color;
  /** Picture behind the actor: RGBA, 8 bits each, of the frame's size, row by row. Absent for a transparent view. */
  backdrop?: Uint8Array;
  /** Pictures have alpha, with colors multiplied by it, instead of a background. */
  transparent?: boolean;
  /** `studio` by default. */
  lighting?: LightingName;
}
