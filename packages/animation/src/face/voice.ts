import type { LoudnessEnvelope } from '../envelope.ts';
import type { Pitch } from '../pitch.ts';

export interface Voice {
  loudness: LoudnessEnvelope;
  /** Pitch over time, from `measurePitch`. Without it, the brows and head follow only the text and the envelope. */
  pitch?: Pitch;
}
