import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns the luma of the frames of a square video, 16..235. @param within range in seconds; the whole video by default */
export async function lumaOf(file: string, side: number, within?: { from: number; seconds: number }): Promise<Uint8Array[]> {
  const window = within ? ['-ss', String(within.from), '-t', String(within.seconds)] : [];
  const args = ['-v', 'error', ...window, '-i', file, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer', maxBuffer: 256 << 20 });
  const frame = (side * side * 3) / 2;
  return Array.from({ length: stdout.length / frame }, (_, k) => stdout.subarray(k * frame, k * frame + side * side));
}
