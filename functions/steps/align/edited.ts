import { type EditedTimeline, editedTimelineSchema, InputError, type SpeechTimeline } from '@talking-avatar/contract';
import * as v from 'valibot';
import { getObject } from '#aws';

/** Seconds that times may be beyond the end of a recording, for rounding. */
const TOLERANCE = 0.01;

/**
 * Reads the timeline that a job brings for its recording.
 *
 * @param key of the stored timeline
 * @param duration of the recording, s
 * @throws InputError when a time is beyond the end of the recording
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

/** Ends what is rounded beyond the end at the end. */
function withinDuration(timeline: EditedTimeline, duration: number): EditedTimeline {
  const limit = <T extends { start: number; end: number }>(list: readonly T[], name: string): T[] =>
    list.map((item, i) => {
      if (item.end > duration + TOLERANCE)
        throw new InputError(
          'Timeline too long',
          `expected a time within the ${duration.toFixed(3)} s of the recording, but got ${item.end}`,
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
