import { createEmbeddedEngine } from '@talking-avatar/speech';
import { measureFigures, measureLanguages } from '../animation/figures.ts';
import { speakOtherLanguages, speakTakes } from '../animation/takes.ts';
import type { Section } from '../report.ts';

/**
 * Measures the qualities of curves that animators and lip-readers care about, and blinks, gaze, and head movement, for more than ten
 * minutes of speech in four languages. Also measures the mouth's sync in all languages.
 */
export async function measureSolver(): Promise<Section> {
  const engine = createEmbeddedEngine();
  const takes = await speakTakes(engine);
  const figures = [...measureFigures(takes), ...measureLanguages([...takes, ...(await speakOtherLanguages(engine))])];
  return {
    title: 'Solver',
    figures: figures.map(({ name, value, unit, bar }) => ({ name, value, unit, ...(bar && { bar }) })),
  };
}
