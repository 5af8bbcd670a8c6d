/** Ticks of FBX time in a second. */
export const TICKS = 46_186_158_000;

/** The ticks of a frame; exact at every rate that divides `TICKS`, as all that are usual do. */
export const frameTicks = (frame: number, fps: number): number => Math.round((frame * TICKS) / fps);

/** The file's number of a frame rate (FbxTime::EMode). */
const TIME_MODES: ReadonlyMap<number, number> = new Map([
  [24, 11],
  [25, 10],
  [30, 6],
  [48, 5],
  [50, 4],
  [60, 3],
  [72, 16],
  [96, 15],
  [100, 2],
  [120, 1],
]);

/** The number that says that the rate stands beside it. */
const CUSTOM_MODE = 14;

export const timeMode = (fps: number): number => TIME_MODES.get(fps) ?? CUSTOM_MODE;
