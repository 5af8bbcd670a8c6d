import { type Channel, ROTATIONS, SHAPES } from '../channels.ts';

/** The 61 channels of a Live Link Face recording, in its order: jaw and mouth have right before left. */
export const LIVELINK_CHANNELS: readonly Channel[] = [...SHAPES, ...ROTATIONS];

/** The columns before the values. */
export const LIVELINK_LEADING_COLUMNS = ['Timecode', 'BlendshapeCount'] as const;

/** The rate that Unreal's importer reads timecodes at, whatever the file says: FF runs 0..59. */
export const LIVELINK_FPS = 60;

/** The column name of a channel: capitalised. */
export function columnNameOf(channel: Channel): string {
  return channel.charAt(0).toUpperCase() + channel.slice(1);
}

/** `HH:MM:SS:FF.mmm` of a frame at 60 fps; mmm is thousandths of a frame, which whole frames do not need. Wraps after a day. */
export function writeTimecode(frame: number): string {
  const seconds = Math.floor(frame / LIVELINK_FPS);
  const fields = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60, frame % LIVELINK_FPS];
  return `${fields.map((field) => String(field).padStart(2, '0')).join(':')}.000`;
}
