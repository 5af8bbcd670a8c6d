import { createEmbeddedEngine } from '@talking-avatar/speech';
import { measureFigures, measureLanguages } from '../animation/figures.ts';
import { speakOtherLanguages, speakTakes } from '../animation/takes.ts';
import type { Section } from '../report.ts';

/**
 * Measurements of the curves that matter to animators and lip readers, and of blinks, gaze and head movement, for more than ten minutes of
 * speech in four languages; and the mouth's sync in all languages.
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
