import { extname } from 'node:path';
import sharp from 'sharp';
import { readClientArguments } from './arguments.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-error.ts';
import { drawCurves } from './curve-chart.ts';
import { checkWritable } from './make.ts';
import type { Output } from './output.ts';
import { readClip } from './read-clip.ts';

/** `avatar plot clip.csv -o curves.png`: draws the main curves of a CSV over time, as PNG or SVG. */
export async function plot(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readClientArguments(args, { out: { type: 'string', short: 'o' } }, 1);
  const [path] = positionals;
  const out = values.out;
  if (path === undefined || out === undefined) throw new CommandError('Name the CSV and the picture: avatar plot face.csv -o curves.png');
  const type = extname(out).toLowerCase();
  if (type !== '.png' && type !== '.svg') throw new CommandError(`--out: "${out}" must end with .png or .svg`);
  await checkWritable(out);
  const svg = Buffer.from(drawCurves(await readClip(path)));
  const bytes = type === '.svg' ? svg : await sharp(svg).png({ palette: true }).toBuffer();
  await writeFileAtomically(out, bytes, 0o644);
  output.out(values.json ? JSON.stringify({ file: out, bytes: bytes.byteLength }) : `${out}: ${bytes.byteLength} bytes`);
}
