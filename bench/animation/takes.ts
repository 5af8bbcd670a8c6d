import type { Language, SpeechTimeline } from '@talking-avatar/contract';
import type { Audio, SpeechEngine } from '@talking-avatar/speech';
import { LONG_TEXTS, SHORT_TEXTS } from './texts.ts';

/** A sample of speech for measuring the solver. */
export interface Take {
  timeline: SpeechTimeline;
  audio: Audio;
}

/** Normal and slower speech. */
const SPEEDS = [1, 0.85] as const;
const SEXES = ['female', 'male'] as const;

/** Synthesizes more than five minutes of speech: every text with both voices and at both speeds. */
export async function speakTakes(engine: SpeechEngine): Promise<Take[]> {
  const takes: Take[] = [];
  for (const [language, text] of Object.entries(LONG_TEXTS) as [Language, string][]) {
    for (const sex of SEXES) {
      for (const speed of SPEEDS) takes.push(await engine.speak({ text, language, sex, speed }));
    }
  }
  return takes;
}

/** Synthesizes each of the other languages once per voice at normal speed, which is enough to measure lip sync. */
export async function speakOtherLanguages(engine: SpeechEngine): Promise<Take[]> {
  const takes: Take[] = [];
  for (const [language, text] of Object.entries(SHORT_TEXTS) as [Language, string][]) {
    for (const sex of SEXES) takes.push(await engine.speak({ text, language, sex, speed: 1 }));
  }
  return takes;
}
