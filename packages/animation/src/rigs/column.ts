/** A rig column: its name, and its value in each frame, or null if it is always 0. */
export interface Column {
  name: string;
  values: Float32Array | null;
}
