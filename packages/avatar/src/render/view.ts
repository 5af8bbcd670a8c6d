import type { LightingName } from '@talking-avatar/contract';
import type { CameraId } from './camera.ts';

/** A colour with channels 0..255. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
}

export interface ViewSettings {
  camera: CameraId;
  /** Pixels, even. */
  width: number;
  height: number;
  /** In transparent videos the colour where alpha is 0, which players do not show. */
  background: Colour;
  /**
   * Picture behind the actor instead of the background colour: RGBA, 8 bits each, of the frame's size, row by row. A
   * transparent view has none.
   */
  backdrop?: Uint8Array;
  /** Pictures have alpha, with colours multiplied by it, instead of a background. */
  transparent?: boolean;
  /** `studio` by default. */
  lighting?: LightingName;
}
