import { basename, extname } from 'node:path';
import { writeVisemes } from '@talking-avatar/animation';
import { createTakeName, readBakedActor, writeFbx, writeGlb } from '@talking-avatar/avatar';
import {
  formatIssues,
  GAZES,
  headActorOf,
  type SpeechTimeline,
  timelineSchema,
  VISEME_SETS,
  type VisemeFile,
} from '@talking-avatar/contract';
import * as v from 'valibot';
import { readClientArguments } from './arguments.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-error.ts';
import { checkWritable } from './make.ts';
import type { Output } from './output.ts';
import { readClip } from './read-clip.ts';
import { readInput } from './say.ts';

const OPTIONS = {
  actor: { type: 'string' },
  gaze: { type: 'string', default: GAZES[0] },
  'no-mesh': { type: 'boolean', default: false },
  set: { type: 'string', default: 'rhubarb' },
} as const;

/**
 * `avatar convert IN OUT`: makes a GLB or an FBX of a CSV, and mouth shapes (JSON, TSV, XML) of a timeline, without a service.
 *
 * @throws CommandError for files of other kinds, and for what the input lacks
 */
export async function convert(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readClientArguments(args, OPTIONS, 2);
  const [from, to] = positionals;
  if (from === undefined || to === undefined)
    throw new CommandError('Name two files: avatar convert face.csv face.glb, or avatar convert timeline.json mouth.tsv');
  await checkWritable(to);
  const pair = `${extname(from)} ${extname(to)}`.toLowerCase();
  const bytes = await convertPair(pair, from, values);
  await writeFileAtomically(to, bytes, 0o644);
  output.out(values.json ? JSON.stringify({ file: to, bytes: bytes.byteLength }) : `${to}: ${bytes.byteLength} bytes`);
}

type Values = { actor?: string | undefined; gaze: string; 'no-mesh': boolean; set: string };

async function convertPair(pair: string, from: string, values: Values): Promise<Uint8Array> {
  switch (pair) {
    case '.csv .glb':
    case '.csv .fbx':
      return writeHead(pair.endsWith('.glb') ? writeGlb : writeFbx, from, values);
    case '.json .json':
    case '.json .tsv':
    case '.json .xml':
      return Buffer.from(await writeMouths(from, pair.slice('.json .'.length) as VisemeFile, values));
    default:
      throw new CommandError(
        'Only a .csv of curves becomes a .glb or .fbx, and only a .json timeline becomes a .json, .tsv or .xml of mouth shapes',
      );
  }
}

async function writeHead(write: typeof writeGlb | typeof writeFbx, from: string, { actor, gaze, ...values }: Values): Promise<Uint8Array> {
  const by = GAZES.find((name) => name === gaze);
  if (!by) throw new CommandError(`--gaze: expected one of ${GAZES.join(', ')}, but got "${gaze}"`);
  const clip = await readClip(from);
  const head = await readBakedActor(headActorOf(actor)).catch((cause: Error) => {
    throw new CommandError(cause.message, { cause });
  });
  if (actor !== undefined && headActorOf(actor) !== actor && actor !== 'male' && actor !== 'female')
    throw new CommandError(`--actor: there is no actor "${actor}"`);
  return write(head, clip, createTakeName([basename(from, extname(from))]), { gaze: by, mesh: !values['no-mesh'] });
}

async function writeMouths(from: string, file: VisemeFile, { set: name }: Values): Promise<string> {
  const set = VISEME_SETS.find((one) => one === name);
  if (!set) throw new CommandError(`--set: expected one of ${VISEME_SETS.join(', ')}, but got "${name}"`);
  if (file !== 'json' && set !== 'rhubarb') throw new CommandError(`--set: ${set} is written as .json; .tsv and .xml are for rhubarb`);
  return writeVisemes(await readTimeline(from), set, file, `${basename(from, extname(from))}.wav`);
}

/** Reads the artifact `timeline` of a job. @throws CommandError */
async function readTimeline(path: string): Promise<SpeechTimeline> {
  const text = (await readInput('TIMELINE', path)).toString();
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), timelineSchema), text);
  if (result.success) return result.output;
  throw new CommandError(`${path}: no timeline of the service: ${formatIssues(timelineSchema, result.issues, 'the file')}`);
}
