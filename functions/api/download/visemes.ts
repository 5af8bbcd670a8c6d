import { writeVisemes } from '@talking-avatar/animation';
import {
  type Artifact,
  apiErrors,
  formatIssues,
  timelineSchema,
  VISEME_FILES,
  VISEME_SETS,
  type VisemeFile,
} from '@talking-avatar/contract';
import * as v from 'valibot';
import { getObject, jobKeys, putArtifact } from '#aws';

const MEDIA_TYPES: Readonly<Record<VisemeFile, string>> = {
  json: 'application/json',
  tsv: 'text/tab-separated-values',
  xml: 'application/xml',
};

const querySchema = v.pipe(
  v.object({
    set: v.optional(v.picklist(VISEME_SETS), VISEME_SETS[0]),
    type: v.optional(v.picklist(VISEME_FILES), VISEME_FILES[0]),
  }),
  v.forward(
    v.partialCheck([['set'], ['type']], ({ set, type }) => type === 'json' || set === 'rhubarb', '"json" unless "set" is "rhubarb"'),
    ['type'],
  ),
);

/**
 * Creates the visemes of a job from its `timeline` artifact, and stores them.
 * @throws ApiError 400 for an unknown set or type in `query`
 */
export async function makeVisemes(
  bucket: string,
  id: string,
  timeline: Artifact,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Artifact> {
  const result = v.safeParse(querySchema, query);
  if (!result.success) throw apiErrors.invalidParameter(formatIssues(querySchema, result.issues, 'the request'));
  const { set, type } = result.output;
  const words = v.parse(timelineSchema, JSON.parse(Buffer.from(await getObject(bucket, timeline.key)).toString()));
  const name = timeline.file_name.replace(/\.json$/, '');
  const location = {
    key: jobKeys(id).visemes(set, type),
    file_name: `${name}_${set}.${type}`,
    content_type: MEDIA_TYPES[type],
  };
  return putArtifact(bucket, location, writeVisemes(words, set, type, `${name}.wav`));
}
