import { createEmbeddedEngine } from '@talking-avatar/speech';
import { measureFigures, measureLanguages } from '../animation/figures.ts';
import { speakOtherLanguages, speakTakes } from '../animation/takes.ts';
import type { Section } from '../report.ts';

/**
 * Measures the qualities of the curves that matter to animators and lip-readers, as well as blinks, gaze, and head movement, in more than
 * ten minutes of speech in four languages. Also measures lip sync in all languages.
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
