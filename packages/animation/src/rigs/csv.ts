import { type Clip, resampleClip } from '../clip.ts';
import type { Column } from './column.ts';
import { LIVELINK_CHANNELS, LIVELINK_FPS, LIVELINK_LEADING_COLUMNS, writeTimecode } from './livelink.ts';
import { mapColumns, type Rig } from './rig.ts';

/** Frames per chunk, for about 1 MB of text with the widest rig. */
const CHUNK_FRAMES = 256;
/** Decimal places of a value, as in Live Link Face. */
const DECIMALS = 10;
const ZERO = (0).toFixed(DECIMALS);

/**
 * Writes a clip as CSV for Unreal's Live Link Face importer: `Timecode`, `BlendshapeCount`, then the rig columns, with one row per frame at
 * 60 fps, which the importer assumes. Values have ten decimal places, lines end with LF, and no cell is empty.
 * @returns the text in chunks of whole lines, so that a long clip is never held in memory as one string
 * @throws RangeError if the clip is missing a Live Link Face channel
 * @example
 * ```ts
 * await pipeline(Readable.from(writeCsv(clip, 'humanoid')), createWriteStream('speech.csv'));
 * ```
 */
export function* writeCsv(clip: Clip, rig: Rig): Generator<string, void, undefined> {
  const { frames, channels } = resampleClip(clip, LIVELINK_FPS);
  const columns = mapColumns({ fps: LIVELINK_FPS, frames, channels }, rig);
  // Live Link Face importers expect the number of standard columns, even if others follow.
  const count = rig === 'vrm' ? columns.length : LIVELINK_CHANNELS.length;
  yield `${[...LIVELINK_LEADING_COLUMNS, ...columns.map(({ name }) => name)].join(',')}\n`;
  for (let from = 0; from < frames; from += CHUNK_FRAMES) {
    yield writeRows(columns, count, from, Math.min(frames, from + CHUNK_FRAMES));
  }
}

function writeRows(columns: readonly Column[], count: number, from: number, to: number): string {
  let text = '';
  for (let frame = from; frame < to; frame++) {
    text += `${writeTimecode(frame)},${count}`;
    for (const { values } of columns) {
      const value = values === null ? 0 : values[frame]!;
      text += value === 0 ? `,${ZERO}` : `,${value.toFixed(DECIMALS)}`;
    }
    text += '\n';
  }
  return text;
}
