import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The luma of all frames of a square film, 16..235, one after another. */
export async function lumaOf(file: string, side: number): Promise<Uint8Array[]> {
  const args = ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer', maxBuffer: 256 << 20 });
  const frame = (side * side * 3) / 2;
  return Array.from({ length: stdout.length / frame }, (_, k) => stdout.subarray(k * frame, k * frame + side * side));
}
