import { createEmbeddedEngine } from '@talking-avatar/speech';
import { measureFigures, measureLanguages } from '../animation/figures.ts';
import { speakOtherLanguages, speakTakes } from '../animation/takes.ts';
import type { Section } from '../report.ts';

/**
 * What an animator and a lip reader would look for in the curves, and what people's faces do beside speaking, on over ten minutes
 * of speech in four languages; and whether the mouth is in time in all languages.
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
