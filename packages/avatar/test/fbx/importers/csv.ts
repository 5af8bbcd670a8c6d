import { type Clip, ROTATIONS, SHAPES } from '@talking-avatar/animation';
import { importLiveLinkCsv } from '@talking-avatar/animation/testing';

/** Returns the channels of a Live Link Face CSV, at its 60 frames per second. */
export function clipOfCsv(text: string): Clip {
  const { columns, rows } = importLiveLinkCsv(text);
  const names = columns.map((name) => name.toLowerCase());
  const channels = [...SHAPES, ...ROTATIONS].map((channel) => {
    const column = names.indexOf(channel.toLowerCase());
    return [channel, Float32Array.from(rows, (cells) => cells[column]!)] as const;
  });
  return { fps: 60, frames: rows.length, channels: new Map(channels) };
}
