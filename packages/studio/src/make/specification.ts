import type { Job, ServiceNames } from '@talking-avatar/client';
import type { Form } from '../state/form.ts';

/** Whether a text is SSML: the service takes a text with closing tags for it. */
export const isSsml = (text: string): boolean => /<\/[a-z]/i.test(text);

export interface JobContext {
  /** Whether a recording goes with the job, so that it needs no voice. */
  recorded: boolean;
  /** Sex of the actor. */
  sex: 'male' | 'female';
}

/**
 * The job that a form describes; fields that have their default are left out.
 * @param names names that the deployment has for its rigs and its engine
 */
export function toJob(form: Form, names: ServiceNames, { recorded, sex }: JobContext): Job {
  const { output, text, language, expression, level } = form;
  return {
    target_rig: output === 'video' || (output === 'csv' && form.rig === 'humanoid') ? names.humanoid : names.blendshape,
    text,
    language: language as Job['language'],
    // A CSV has no actor, only a voice.
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
      // Without them a video has no chart and no preview.
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

/** Fields of the form by the fields of a job that its errors name. */
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

/**
 * Sorts the service's message about a job by the fields of the form.
 * @param message such as `text: expected …; output.width: expected …`
 */
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
