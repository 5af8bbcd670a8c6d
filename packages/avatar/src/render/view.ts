import type { LightingName } from '@talking-avatar/contract';
import type { CameraId } from './camera.ts';

/** A color. Channels are 0..255. */
export interface Color {
  red: number;
  green: number;
  blue: number;
}

export interface ViewSettings {
  camera: CameraId;
  /** In pixels. Must be even. */
  width: number;
  height: number;
  /** In transparent videos, the color where alpha is 0, which players don't show. */
  background: Color;
  /** Image behind the actor: RGBA with 8 bits per channel, the size of the frame, row by row. Absent for a transparent view. */
  backdrop?: Uint8Array;
  /** True for frames with premultiplied alpha instead of a background. */
  transparent?: boolean;
  /** Defaults to `studio`. */
  lighting?: LightingName;
}
