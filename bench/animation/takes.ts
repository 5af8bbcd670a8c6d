import type { Language, SpeechTimeline } from '@talking-avatar/contract';
import type { Audio, SpeechEngine } from '@talking-avatar/speech';
import { LONG_TEXTS, SHORT_TEXTS } from './texts.ts';

/** Speech to judge the solver on. */
export interface Take {
  timeline: SpeechTimeline;
  audio: Audio;
}

/** Normal speech, and slower. */
const SPEEDS = [1, 0.85] as const;
const SEXES = ['female', 'male'] as const;

/** More than five minutes of speech: every text in both voices at both speeds. */
export async function speakTakes(engine: SpeechEngine): Promise<Take[]> {
  const takes: Take[] = [];
  for (const [language, text] of Object.entries(LONG_TEXTS) as [Language, string][]) {
    for (const sex of SEXES) {
      for (const speed of SPEEDS) takes.push(await engine.speak({ text, language, sex, speed }));
    }
  }
  return takes;
}

/** The other languages once in each voice at normal speed: enough to measure for each language whether the mouth is in time. */
export async function speakOtherLanguages(engine: SpeechEngine): Promise<Take[]> {
  const takes: Take[] = [];
  for (const [language, text] of Object.entries(SHORT_TEXTS) as [Language, string][]) {
    for (const sex of SEXES) takes.push(await engine.speak({ text, language, sex, speed: 1 }));
  }
  return takes;
}
