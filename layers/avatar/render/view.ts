import type { LightingName } from '../../contract/index.ts';
import type { CameraId } from './camera.ts';

/** A colour with channels 0..255. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
}

export interface View {
  camera: CameraId;
  /** Pixels, even. */
  width: number;
  height: number;
  background: Colour;
  /** `studio` by default. */
  lighting?: LightingName;
}
