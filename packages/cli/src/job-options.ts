import { extname } from 'node:path';
import type { DownloadOptions, Job, ServiceNames, VisemeSet } from '@talking-avatar/client';
import { DEFAULT_IDENTIFIERS, VISEME_FILES } from '@talking-avatar/contract';
import { CommandError } from './command-error.ts';

/** Job options, which double as columns in a batch table. */
export const JOB_FIELDS = ['language', 'actor', 'voice', 'speed', 'emotion', 'camera', 'lighting', 'size', 'seed', 'fps', 'set'] as const;

export type JobValues = { [name in (typeof JOB_FIELDS)[number] | 'out']?: string | undefined };

/** Output types by file extension. */
const TYPES = {
  '.mp4': 'video',
  '.webm': 'video',
  '.mov': 'video',
  '.csv': 'csv',
  '.fbx': 'fbx',
  '.glb': 'glb',
  '.json': 'csv',
  '.tsv': 'csv',
  '.xml': 'csv',
} as const;

const FILES = Object.keys(TYPES).join(', ');

/**
 * Creates a job from options. The service validates their values.
 * @param out file name for the result; its extension selects the output type
 * @throws CommandError for an unknown extension, or a malformed option
 */
export function createJob(text: string, out: string, values: JobValues): Job {
  const extension = extname(out).toLowerCase();
  const type = TYPES[extension as keyof typeof TYPES];
  if (!type) throw new CommandError(`--out must end with one of ${FILES}, got ${JSON.stringify(out)}`);
  const { humanoid, blendshape, ttsEngine } = DEFAULT_IDENTIFIERS;
  const tts = { ...(values.voice && { voice: values.voice }), ...readNumber('speed', values) };
  const format = extension.slice(1);
  const job = {
    target_rig: isHead(type) ? blendshape : humanoid,
    text,
    language: values.language ?? 'en-US',
    ...(values.actor && { actor: values.actor }),
    ...(Object.keys(tts).length > 0 && { tts_params: { engine: ttsEngine, ...tts } }),
    ...(values.emotion && { emotion: readEmotion(values.emotion) }),
    ...readNumber('camera', values),
    ...(values.lighting && { lighting: values.lighting }),
    ...readNumber('seed', values),
    output: {
      type,
      ...(values.size && readSize(values.size)),
      ...readNumber('fps', values),
      ...(type === 'video' && format !== 'mp4' && { format, background: 'transparent' }),
    },
  };
  return job as Job;
}

/** Replaces a job's rig and speech engine with the service's names for them. */
export function useNames(job: Job, { humanoid, blendshape, ttsEngine }: ServiceNames): Job {
  const target_rig = isHead(job.output?.type) ? blendshape : humanoid;
  return { ...job, target_rig, ...(job.tts_params && { tts_params: { ...job.tts_params, engine: ttsEngine } }) };
}

/** Returns the artifact to download for a file name: mouth shapes for .json, .tsv, and .xml, and the result for anything else. */
export function fileOf(out: string, { set = 'rhubarb' }: Pick<JobValues, 'set'>): DownloadOptions {
  const type = VISEME_FILES.find((file) => extname(out).toLowerCase() === `.${file}`);
  // The service validates the set.
  return type ? { artifact: 'visemes', set: set as VisemeSet, type } : {};
}

const isHead = (type: string | undefined): boolean => type === 'fbx' || type === 'glb';

/** Parses `happy` or `happy:0.6`. */
function readEmotion(text: string): { expression: string; level?: number } {
  const [expression = '', level] = text.split(':');
  if (level === undefined) return { expression };
  return { expression, level: toNumber('emotion', level, 'a name, or a name and a level such as "happy:0.6"') };
}

/** Parses a size such as `1280x720`. */
function readSize(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  if (!width || !height) throw new CommandError(`--size must be a width and height such as 1280x720, got "${text}"`);
  return { width: Number(width), height: Number(height) };
}

function readNumber(name: 'speed' | 'camera' | 'seed' | 'fps', values: JobValues): { [key: string]: number } {
  const text = values[name];
  return text === undefined ? {} : { [name]: toNumber(name, text, 'a number') };
}

function toNumber(option: string, text: string, expected: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number))
    throw new CommandError(`--${option} must be ${expected}, got ${JSON.stringify(text)}`);
  return number;
}
