import { type Clip, ROTATIONS, SHAPES } from '@talking-avatar/animation';
import { CSV_FPS } from '@talking-avatar/contract';
import { parse } from 'csv-parse/sync';
import { CommandError } from './command-error.ts';
import { readInput } from './say.ts';

/** Reads the 61 curves of a CSV from the service or from Live Link Face, at 60 frames per second. @throws CommandError */
export async function readClip(path: string): Promise<Clip> {
  const content = await readInput('CSV', path);
  let rows: string[][];
  try {
    rows = parse(content, { bom: true, skip_empty_lines: true });
  } catch (cause) {
    throw new CommandError(`${path} is not a CSV of face curves: ${(cause as Error).message}`, { cause });
  }
  const [head = [], ...frames] = rows;
  if (frames.length === 0) throw new CommandError(`${path} has no frames`);
  const names = head.map((name) => name.toLowerCase());
  const channels = [...SHAPES, ...ROTATIONS].map((channel) => {
    const column = names.indexOf(channel.toLowerCase());
    if (column < 0) throw new CommandError(`${path} is not a CSV of face curves: column "${channel}" is missing`);
    return [channel, Float32Array.from(frames, (cells, row) => readCell(path, row, channel, cells[column]))] as const;
  });
  return { fps: CSV_FPS, frames: frames.length, channels: new Map(channels) };
}

function readCell(path: string, row: number, channel: string, cell = ''): number {
  const value = Number(cell);
  if (cell.trim() === '' || !Number.isFinite(value))
    throw new CommandError(`${path}:${row + 2}: ${channel} must be a number, got ${JSON.stringify(cell)}`);
  return value;
}
