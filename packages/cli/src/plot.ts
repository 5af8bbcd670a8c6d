import { extname } from 'node:path';
import sharp from 'sharp';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-error.ts';
import type { Context } from './context.ts';
import { drawCurves } from './curve-chart.ts';
import { checkWritable } from './make.ts';
import { readClip } from './read-clip.ts';

/** `avatar plot clip.csv -o curves.png`: draws the main curves of a CSV over time, as PNG or SVG. */
export async function plot(path: string, { out, json }: { out: string; json?: boolean }, { output }: Context): Promise<void> {
  const type = extname(out).toLowerCase();
  if (type !== '.png' && type !== '.svg') throw new CommandError(`--out must end with .png or .svg, got "${out}"`);
  await checkWritable(out);
  const svg = Buffer.from(drawCurves(await readClip(path)));
  const bytes = type === '.svg' ? svg : await sharp(svg).png({ palette: true }).toBuffer();
  await writeFileAtomically(out, bytes, 0o644);
  output.out(json ? JSON.stringify({ file: out, bytes: bytes.byteLength }) : `${out}: ${bytes.byteLength} bytes`);
}
