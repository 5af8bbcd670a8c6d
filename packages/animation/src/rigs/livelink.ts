import { type Channel, ROTATIONS, SHAPES } from '../channels.ts';

/** The 61 channels of a Live Link Face recording, in order. For the jaw and mouth, right comes before left. */
export const LIVELINK_CHANNELS: readonly Channel[] = [...SHAPES, ...ROTATIONS];
/** Columns before the values. */
export const LIVELINK_LEADING_COLUMNS = ['Timecode', 'BlendshapeCount'] as const;
/** Frame rate that Unreal's importer assumes in timecodes, where FF is 0..59. */
export const LIVELINK_FPS = 60;

/** Returns the column name of a channel: its name with the first letter capitalized. */
export function columnNameOf(channel: Channel): string {
  return channel.charAt(0).toUpperCase() + channel.slice(1);
}

/** Formats a frame at 60 fps as `HH:MM:SS:FF.mmm`. `mmm` is thousandths of a frame, always 000 here. Hours wrap around after a day. */
export function writeTimecode(frame: number): string {
  const seconds = Math.floor(frame / LIVELINK_FPS);
  const fields = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60, frame % LIVELINK_FPS];
  return `${fields.map((field) => String(field).padStart(2, '0')).join(':')}.000`;
}
