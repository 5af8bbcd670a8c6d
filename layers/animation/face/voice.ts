import type { Envelope } from '../envelope.ts';
import type { Pitch } from '../pitch.ts';

/** What was measured of a voice. */
export interface Voice {
  /** Its envelope, from `measureLoudness`. */
  loudness: Envelope;
  /** Its melody, from `measurePitch`; without it the text and the envelope alone move brows and head. */
  pitch?: Pitch;
}
