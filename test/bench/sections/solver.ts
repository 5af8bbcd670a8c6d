import { createEmbeddedEngine } from '../../../layers/speech/index.ts';
import { measureFigures } from '../animation/figures.ts';
import { speakTakes } from '../animation/takes.ts';
import type { Section } from '../report.ts';

/** What an animator and a lip reader would look for in the curves, on over five minutes of speech in four languages. */
export async function measureSolver(): Promise<Section> {
  const figures = measureFigures(await speakTakes(createEmbeddedEngine()));
  return {
    title: 'Solver',
    figures: figures.map(({ name, value, unit, bar }) => ({ name, value, unit, ...(bar && { bar }) })),
  };
}
