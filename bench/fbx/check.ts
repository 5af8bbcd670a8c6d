import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Imported } from '@talking-avatar/avatar/testing';
import {
  type Agreement,
  chainInBlender,
  clipOfCsv,
  compare,
  hasFbx2gltf,
  isInstalled,
  openWithAssimp,
  openWithBlender,
  openWithFbx2gltf,
  openWithThree,
  readFbx,
  spreadTimes,
  type Truth,
  truthOfClip,
} from '@talking-avatar/avatar/testing';
import { GAZES } from '@talking-avatar/contract';
import { alignColumns } from '../../bin/operator/columns.ts';
import { readTool } from '../../bin/tool.ts';

/** Maximum errors: in seconds, in weights, in radians, and in radians by how the eyeballs are rotated. */
const BARS = { length: 1e-3, weights: 0.01, turns: 0.01, gaze: { bones: 0.01, shapes: 0.06, both: 0.01 } };

/** Maximum step from one file to the next, in weights or, for a bone, in radians. */
const MAX_STEP = 0.02;

interface Importer {
  name: string;
  installed: boolean | Promise<boolean>;
  open(file: Uint8Array, times: readonly number[]): Imported | Promise<Imported>;
}

const IMPORTERS: readonly Importer[] = [
  { name: 'three.js', installed: true, open: openWithThree },
  { name: 'FBX2glTF', installed: hasFbx2gltf, open: openWithFbx2gltf },
  { name: 'Blender', installed: isInstalled('blender'), open: openWithBlender },
  { name: 'assimp', installed: isInstalled('assimp', 'version'), open: openWithAssimp },
];

/**
 * `npm run check:fbx -- FILE.fbx [--csv FILE.csv]` opens an FBX with every importer that is installed. It checks that 52 named shapes move
 * vertices, and prints the direction of the eyeballs and the errors of weights and rotations at 20 points in time. Errors are relative to
 * the CSV of the same speech, or to three.js by default. `--gaze` is the `output.gaze` of the job. `--next` names a file to play after the
 * first one in Blender, and prints the step from the last frame of the first file to the first frame of the second.
 */
const { values, positionals, refuse } = readTool(
  'npm run check:fbx -- FILE.fbx [--csv FILE.csv] [--gaze bones|shapes|both] [--next FILE.fbx]',
  { csv: { type: 'string' }, gaze: { type: 'string', default: 'bones' }, next: { type: 'string' } },
);
const by = GAZES.find((gaze) => gaze === values.gaze) ?? refuse(`--gaze: must be one of ${GAZES.join(', ')}`);
const [path = refuse('Missing file')] = positionals;
const file = await readFile(path);
readFbx(file);
const truth: Truth = values.csv ? truthOfClip(clipOfCsv(await readFile(values.csv, 'utf8'))) : openWithThree(file);
const times = spreadTimes(truth.seconds);
const rows: string[][] = [];
for (const importer of IMPORTERS) rows.push([importer.name, ...(await check(importer))]);
const head = ['importer', 'shapes', 'least reach, cm', 'length, s', 'too long, s', 'weights', 'turns, rad', 'gaze, rad', ''];
for (const line of alignColumns([head, ...rows])) console.log(line);
if (rows.some((cells) => cells.at(-1)?.startsWith('FAILED'))) process.exitCode = 1;
if (values.next) await checkJoint(values.next);

async function checkJoint(next: string): Promise<void> {
  const { frame, joint, elsewhere } = await chainInBlender(file, resolve(next));
  const good = joint.weight <= MAX_STEP && joint.turn <= MAX_STEP;
  if (!good) process.exitCode = 1;
  console.log(
    `Joint after frame ${frame}: weights step by ${joint.weight.toFixed(4)}, bones by ${joint.turn.toFixed(4)} rad ` +
      `(elsewhere by at most ${elsewhere.weight.toFixed(4)} and ${elsewhere.turn.toFixed(4)}): ${good ? 'ok' : 'FAILED'}`,
  );
}

async function check({ installed, open }: Importer): Promise<string[]> {
  if (!(await installed)) return ['', '', '', '', '', '', '', 'not installed, skipped'];
  try {
    const imported = await open(file, times);
    const found = compare(imported, truth, times, by);
    const least = Math.min(...imported.shapes.map(({ reach }) => reach));
    const { length, weights, turns, gaze } = found;
    return [
      String(imported.shapes.length),
      least.toFixed(3),
      imported.seconds.toFixed(3),
      ...[length, weights, turns].map((value) => value.toFixed(5)),
      imported.gaze ? gaze.toFixed(5) : '',
      verdict(found),
    ];
  } catch (error) {
    return ['', '', '', '', '', '', '', `FAILED: ${(error as Error).message}`];
  }
}

function verdict({ faults, length, weights, turns, gaze }: Agreement): string {
  if (faults.length > 0) return `FAILED: ${faults.join(', ')}`;
  const good = Math.abs(length) <= BARS.length && weights <= BARS.weights && turns <= BARS.turns && gaze <= BARS.gaze[by];
  return good ? 'ok' : 'FAILED: too far off';
}
