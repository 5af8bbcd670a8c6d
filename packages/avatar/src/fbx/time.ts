/** FBX ticks per second. */
const TICKS = 46_186_158_000;

/** Converts a frame number to ticks. Exact at rates that divide `TICKS`; rounded to the nearest tick (0.02 ns) at NTSC rates. */
export const frameTicks = (frame: number, fps: number): number => Math.round((frame * TICKS) / fps);

/** Codes for frame rates (FbxTime::EMode). The NTSC codes are the ones for non-drop-frame timecode. */
const TIME_MODES: ReadonlyMap<number, number> = new Map([
  [24_000 / 1001, 13],
  [24, 11],
  [25, 10],
  [30_000 / 1001, 9],
  [30, 6],
  [48, 5],
  [50, 4],
  [60_000 / 1001, 17],
  [60, 3],
  [72, 16],
  [96, 15],
  [100, 2],
  [120, 1],
]);

/** Code for a custom rate, which is stored separately. */
const CUSTOM_MODE = 14;

export const timeMode = (fps: number): number => TIME_MODES.get(fps) ?? CUSTOM_MODE;
