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
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-error.ts';
import type { Context } from './context.ts';
import { checkWritable } from './make.ts';
import { readClip } from './read-clip.ts';
import { readInput } from './say.ts';

interface Values {
  actor?: string | undefined;
  gaze: string;
  mesh: boolean;
  set: string;
}

/**
 * `avatar convert IN OUT`: converts a CSV to GLB or FBX, or a timeline to mouth shapes (JSON, TSV, or XML). It does not need a service.
 * @throws CommandError for any other pair of files, or for incomplete input
 */
export async function convert(from: string, to: string, values: Values & { json?: boolean }, { output }: Context): Promise<void> {
  await checkWritable(to);
  const bytes = await convertFile(from, to, values);
  await writeFileAtomically(to, bytes, 0o644);
  output.out(values.json ? JSON.stringify({ file: to, bytes: bytes.byteLength }) : `${to}: ${bytes.byteLength} bytes`);
}

async function convertFile(from: string, to: string, values: Values): Promise<Uint8Array> {
  const pair = `${extname(from)} ${extname(to)}`.toLowerCase();
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
        `Cannot convert ${extname(from) || from} to ${extname(to) || to}: only .csv to .glb or .fbx, and .json (a timeline) to .json, .tsv, or .xml, are supported`,
      );
  }
}

async function writeHead(write: typeof writeGlb | typeof writeFbx, from: string, { actor, gaze, ...values }: Values): Promise<Uint8Array> {
  const by = GAZES.find((name) => name === gaze);
  if (!by) throw new CommandError(`--gaze must be one of ${GAZES.join(', ')}, got "${gaze}"`);
  const clip = await readClip(from);
  const head = await readBakedActor(headActorOf(actor)).catch((cause: Error) => {
    throw new CommandError(cause.message, { cause });
  });
  if (actor !== undefined && headActorOf(actor) !== actor && actor !== 'male' && actor !== 'female')
    throw new CommandError(`--actor: unknown actor "${actor}"`);
  return write(head, clip, createTakeName([basename(from, extname(from))]), { gaze: by, mesh: values.mesh });
}

async function writeMouths(from: string, file: VisemeFile, { set: name }: Values): Promise<string> {
  const set = VISEME_SETS.find((one) => one === name);
  if (!set) throw new CommandError(`--set must be one of ${VISEME_SETS.join(', ')}, got "${name}"`);
  if (file !== 'json' && set !== 'rhubarb') throw new CommandError(`--set: ${set} requires a .json file; only rhubarb has .tsv and .xml`);
  return writeVisemes(await readTimeline(from), set, file, `${basename(from, extname(from))}.wav`);
}

/** Reads a job's `timeline` artifact. @throws CommandError */
async function readTimeline(path: string): Promise<SpeechTimeline> {
  const text = (await readInput('TIMELINE', path)).toString();
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), timelineSchema), text);
  if (result.success) return result.output;
  throw new CommandError(`${path} is not a timeline: ${formatIssues(timelineSchema, result.issues, 'the file')}`);
}
