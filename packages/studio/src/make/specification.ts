import type { Job, ServiceNames } from '@talking-avatar/client';
import type { Form } from '../state/form.ts';

export interface JobContext {
  /** True if the job has a recording and therefore does not need a voice. */
  recorded: boolean;
  sex: 'male' | 'female';
}

/**
 * Converts a form to a job, leaving out fields that have their default value.
 * @param names the deployment's names for its rigs and engine
 */
export function toJob(form: Form, names: ServiceNames, { recorded, sex }: JobContext): Job {
  const { output, text, language, expression, level } = form;
  return {
    target_rig: output === 'video' || (output === 'csv' && form.rig === 'humanoid') ? names.humanoid : names.blendshape,
    text,
    language: language as Job['language'],
    // A CSV has a voice but not an actor.
    actor: output === 'csv' ? sex : form.actor,
    ...(!recorded && voiceOf(form, names)),
    ...(expression !== 'neutral' && { emotion: { expression: expression as never, level } }),
    ...(output === 'video' && videoOf(form)),
    ...(output !== 'video' && { output: { type: output } }),
  };
}

function voiceOf({ voice, speed }: Form, { ttsEngine }: ServiceNames): Pick<Job, 'tts_params'> {
  if (voice === '' && speed === 1) return {};
  return { tts_params: { engine: ttsEngine, ...(speed !== 1 && { speed }), ...(voice !== '' && { voice }) } };
}

function videoOf({ camera, size, lighting, background }: Form): Pick<Job, 'camera' | 'lighting' | 'output'> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return {
    ...(camera !== 1 && { camera: camera as never }),
    ...(lighting !== 'studio' && { lighting: lighting as never }),
    output: {
      type: 'video',
      // The chart and the preview of a video need the curves.
      curves: true,
      width,
      height,
      ...(background === 'transparent' ? { background } : { background_color: colorOf(background) }),
    },
  };
}

function colorOf(hex: string): { red: number; green: number; blue: number } {
  const value = Number.parseInt(hex.slice(1), 16);
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}

/** Maps the job fields named in errors to form fields. */
const FIELDS: readonly (readonly [path: RegExp, field: string])[] = [
  [/^text/, 'text'],
  [/^language/, 'language'],
  [/^actor/, 'actor'],
  [/^(audio|audio_url)/, 'recording'],
  [/^tts_params\.voice/, 'voice'],
  [/^tts_params/, 'speed'],
  [/^emotion/, 'expression'],
  [/^camera/, 'camera'],
  [/^lighting/, 'lighting'],
  [/^output\.(width|height)/, 'size'],
  [/^output\.background/, 'background'],
  [/^(output|target_rig)/, 'output'],
];

/** Splits a message such as `text: must be …; output.width: must be …` by form field. */
export function errorsByField(message: string): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const part of message.split(/; (?=[a-z_.]+: )/)) {
    const [, path = '', explanation = ''] = /^([a-z_.0-9[\]]+): (.*)$/s.exec(part) ?? [];
    const field = FIELDS.find(([pattern]) => pattern.test(path))?.[1] ?? '';
    const text = field === '' ? part : explanation;
    errors[field] = errors[field] ? `${errors[field]} ${text}` : text;
  }
  return errors;
}
