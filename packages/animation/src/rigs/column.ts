/** A column of a rig: its name and its value per frame; null for a column that is always 0. */
export interface Column {
  name: string;
  values: Float32Array | null;
}
