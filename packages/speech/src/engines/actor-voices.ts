/**
 * How an actor's voice differs from the engine's voice that speaks for it.
 *
 * Listeners distinguish two voices that differ by 1.95 semitones in pitch or 1.73 in vocal tract length (Gaudrain & Başkent
 * 2018, "Discrimination of voice pitch and vocal-tract length in cochlear implant users", listeners with normal hearing).
 * Any two actors of one sex differ by more than that in one of them. Larger people have longer vocal tracts; the pitch of
 * women falls with age, that of men rises from sixty on (Stathopoulos, Huber & Sussman 2011).
 */
export interface ActorVoice {
  /** The voice of flite or SVOX Pico that speaks American English for the actor. */
  english: string;
  /** Median pitch of a statement, Hz. Not used for English with cmu_us_rms, whose pitch follows from `formantScale`. */
  pitch: number;
  /**
   * Factor of the formant frequencies: above 1 for a shorter vocal tract. Where eSpeak NG speaks above its base voice's
   * pitch, for dmitri and hiro, it raises the formants by some 4 % more (measured).
   */
  formantScale: number;
}

const ACTOR_VOICES: Readonly<Record<string, ActorVoice>> = {
  amara: { english: 'cmu_us_slt', pitch: 163, formantScale: 0.97 },
  bruno: { english: 'cmu_us_rms', pitch: 104, formantScale: 1.01 },
  chloe: { english: 'svox/en-US', pitch: 236, formantScale: 1 },
  dmitri: { english: 'cmu_us_awb', pitch: 125, formantScale: 0.95 },
  elena: { english: 'cmu_us_slt', pitch: 143.5, formantScale: 0.94 },
  farid: { english: 'cmu_us_rms', pitch: 116, formantScale: 1.12 },
  grace: { english: 'cmu_us_slt', pitch: 128, formantScale: 0.96 },
  hiro: { english: 'cmu_us_awb', pitch: 138, formantScale: 1.06 },
  jamal: { english: 'cmu_us_rms', pitch: 92, formantScale: 0.915 },
  kavya: { english: 'cmu_us_slt', pitch: 183, formantScale: 0.95 },
  mei: { english: 'svox/en-US', pitch: 205, formantScale: 0.96 },
};

/** Finds an actor's voice; undefined for an unknown name. */
export const findActorVoice = (actor: string): ActorVoice | undefined =>
  Object.hasOwn(ACTOR_VOICES, actor) ? ACTOR_VOICES[actor] : undefined;
