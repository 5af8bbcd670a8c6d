/** FBX ticks per second. */
const TICKS = 46_186_158_000;

/** Converts a frame number to ticks: exact at rates that divide `TICKS`, the nearest tick (0.02 ns) at 24, 30, and 60 over 1.001. */
export const frameTicks = (frame: number, fps: number): number => Math.round((frame * TICKS) / fps);

/** Code of a frame rate in the file (FbxTime::EMode). The NTSC codes count timecode without dropping frames. */
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

/** Code for a rate that is stored separately. */
const CUSTOM_MODE = 14;

export const timeMode = (fps: number): number => TIME_MODES.get(fps) ?? CUSTOM_MODE;
