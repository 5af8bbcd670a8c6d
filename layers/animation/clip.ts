/**
 * Animation curves: one Float32Array of `frames` values per named channel. Shapes run 0..1; rotations are radians.
 * Frame i is at i / fps seconds.
 */
export interface Clip {
  fps: number;
  frames: number;
  channels: ReadonlyMap<string, Float32Array>;
}
