/**
 * How an actor sounds, beside the voice of an engine that speaks for it.
 *
 * Listeners tell two voices that differ by 1.95 semitones in pitch or 1.73 in the length of the vocal tract (Gaudrain & Başkent 2018,
 * "Discrimination of voice pitch and vocal-tract length in cochlear implant users", listeners with normal hearing); any two actors of
 * one sex are further apart than that here, in one or the other. Larger people have longer tracts; voices of women sink with age,
 * those of men rise from sixty on (Stathopoulos, Huber & Sussman 2011).
 */
export interface ActorVoice {
  /** Flite's voice of American English that speaks for the actor. */
  english: string;
  /** Median of the pitch in a statement, Hz. In English that of cmu_us_rms is not asked for: it follows from the tract. */
  pitch: number;
  /**
   * Factor of the frequencies at which the vocal tract resounds: above 1 for a smaller head. Where eSpeak NG speaks higher than its
   * base voice does, for dmitri and hiro, it raises them by some 4 % more (measured).
   */
  tract: number;
}

const ACTOR_VOICES: Readonly<Record<string, ActorVoice>> = {
  amara: { english: 'cmu_us_slt', pitch: 165, tract: 1 },
  bruno: { english: 'cmu_us_rms', pitch: 104, tract: 1 },
  chloe: { english: 'cmu_us_slt', pitch: 201, tract: 1.07 },
  dmitri: { english: 'cmu_us_awb', pitch: 122, tract: 0.95 },
  elena: { english: 'cmu_us_slt', pitch: 161, tract: 0.9 },
  farid: { english: 'cmu_us_rms', pitch: 115, tract: 1.11 },
  grace: { english: 'cmu_us_slt', pitch: 134, tract: 0.96 },
  hiro: { english: 'cmu_us_awb', pitch: 138, tract: 1.06 },
  jamal: { english: 'cmu_us_rms', pitch: 92, tract: 0.915 },
  kavya: { english: 'cmu_us_slt', pitch: 187, tract: 0.966 },
  mei: { english: 'cmu_us_slt', pitch: 178, tract: 1.11 },
};

/** The voice of an actor; undefined for a name that none has. */
export const findActorVoice = (actor: string): ActorVoice | undefined =>
  Object.hasOwn(ACTOR_VOICES, actor) ? ACTOR_VOICES[actor] : undefined;
