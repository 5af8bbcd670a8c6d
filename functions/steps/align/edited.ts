import { type EditedTimeline, editedTimelineSchema, InputError, type SpeechTimeline } from '@talking-avatar/contract';
import * as v from 'valibot';
import { getObject } from '#aws';

/** Tolerance for times that ended up past the end of the recording because of rounding, in s. */
const TOLERANCE = 0.01;

/**
 * Reads the edited timeline of a recording.
 * @param duration duration of the recording, in s
 * @throws InputError if a time is past its end
 */
export async function readEditedTimeline(
  bucket: string,
  key: string,
  duration: number,
): Promise<Pick<SpeechTimeline, 'words' | 'phones' | 'marks' | 'duration'>> {
  const edited = v.parse(editedTimelineSchema, JSON.parse(Buffer.from(await getObject(bucket, key)).toString()));
  const { words, phones, marks } = withinDuration(edited, duration);
  return { words, phones, marks, duration };
}

/** Clamps times that ended up past the end of the recording because of rounding. */
function withinDuration(timeline: EditedTimeline, duration: number): EditedTimeline {
  const limit = <T extends { start: number; end: number }>(list: readonly T[], name: string): T[] =>
    list.map((item, i) => {
      if (item.end > duration + TOLERANCE)
        throw new InputError(
          'Timeline too long',
          `expected a time within the ${duration.toFixed(3)} s of the recording, got ${item.end}`,
          `timeline.${name}.${i}.end`,
        );
      return { ...item, start: Math.min(item.start, duration), end: Math.min(item.end, duration) };
    });
  return {
    ...timeline,
    words: limit(timeline.words, 'words'),
    phones: limit(timeline.phones, 'phones'),
    marks: limit(timeline.marks, 'marks'),
  };
}
