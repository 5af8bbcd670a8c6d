/**
 * Difference between an actor's voice and the engine's voice that it is derived from. Listeners can distinguish two voices that differ by
 * 1.95 semitones in pitch or 1.73 semitones in vocal tract length (Gaudrain & Başkent 2018, "Discrimination of voice pitch and vocal-tract
 * length in cochlear implant users", listeners with normal hearing). Any two actors of the same sex differ by more than that in at least
 * one of the two. Larger people have longer vocal tracts. Women's pitch falls with age, while men's rises after sixty (Stathopoulos, Huber
 * & Sussman 2011).
 */
export interface ActorVoice {
  /** The actor's flite or SVOX Pico voice for American English. */
  english: string;
  /** Median pitch of a statement, in Hz. Not used for English with cmu_us_rms, whose pitch results from `formantScale`. */
  pitch: number;
  /**
   * Factor for formant frequencies. eSpeak NG raises them by another 4% (measured) for actors whose pitch is higher than in the base voice
   * (dmitri, hiro).
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

export const findActorVoice = (actor: string): ActorVoice | undefined =>
  Object.hasOwn(ACTOR_VOICES, actor) ? ACTOR_VOICES[actor] : undefined;
