import * as v from 'valibot';
import { ACTORS, VOICE_SEXES } from './actors.ts';
import { LANGUAGES } from './languages.ts';

/** Engines, named as in a job's status. */
const VOICE_ENGINES = ['embedded', 'neural', 'polly'] as const;

/** A voice in the response of `GET /lipsync/voices`. */
export const voiceSchema = v.strictObject({
  name: v.pipe(v.string(), v.description('Value of `tts_params.voice`.')),
  language: v.picklist(LANGUAGES),
  sex: v.picklist(VOICE_SEXES),
  engine: v.picklist(VOICE_ENGINES),
  neural: v.pipe(v.boolean(), v.description('True if a neural network synthesizes the speech.')),
  actor: v.pipe(
    v.nullable(v.picklist(ACTORS.map(({ id }) => id))),
    v.description('The actor that the voice belongs to, unless a job names a different actor; null if any actor may have it.'),
  ),
  licence: v.pipe(v.string(), v.description('License of the voice, or of the program that synthesizes it.')),
  commercial_use: v.pipe(v.nullable(v.boolean()), v.description('True if its speech may be used commercially; if null, read the license.')),
});
