import type { LoudnessEnvelope } from '../envelope.ts';
import type { Pitch } from '../pitch.ts';

/** Measurements of a voice. */
export interface Voice {
  /** Loudness over time, from `measureEnvelope`. */
  loudness: LoudnessEnvelope;
  /** Pitch over time, from `measurePitch`. Without it, brows and head follow only the text and the envelope. */
  pitch?: Pitch;
}
