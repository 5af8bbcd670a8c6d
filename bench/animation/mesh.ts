import { measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import { readBakedActor } from '@talking-avatar/avatar';
import { FAULTS, inspectMesh, type Performance } from '@talking-avatar/avatar/testing';
import { ACTORS, type Emotion, type Language } from '@talking-avatar/contract';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import { readTool } from '../../bin/tool.ts';
import { LONG_TEXTS, SHORT_TEXTS } from './texts.ts';

const ids = ACTORS.map(({ id }) => id);
const USAGE = `npm run check:mesh -- [ACTOR…] [--minutes 20]\n\n  actors: ${ids.join(', ')}`;
const FPS = 30;
const SPEEDS = [1, 0.85] as const;
const SEXES = ['female', 'male'] as const;
/** Half of the speech is neutral. The rest cycles through the expressions. */
const EXPRESSIONS = ['happy', 'sad', 'disappointed', 'fear', 'surprise'] as const;
const LEVEL = 0.7;
const MM = 1000;

/**
 * Animates the mesh of each actor with the solver's curves for real speech, and prints the visible faults: gaps between the lips in p, b,
 * and m; teeth or tongue showing through skin; tongue through teeth; and eyelids through eyeballs.
 */
const { values, positionals } = readTool(USAGE, { minutes: { type: 'string', default: '20' } }, ids);
const performances = await perform(60 * Number(values.minutes));
for (const id of positionals.length > 0 ? positionals : ids) {
  const { findings, inspect } = inspectMesh(await readBakedActor(id));
  for (const performance of performances) inspect(performance);
  const { frames, gaps, faults } = findings;
  const quantile = (share: number): string => (MM * gaps[Math.floor(share * (gaps.length - 1))]!).toFixed(2);
  console.log(`${id}: ${(frames / FPS / 60).toFixed(1)} min, ${frames} frames`);
  const wide = gaps.filter((gap) => gap > 0.0005).length;
  console.log(
    `  gap of lips in ${gaps.length} p b m: median ${quantile(0.5)}, 95 % ${quantile(0.95)}, most ${quantile(1)} mm; ${wide} above 0.5 mm`,
  );
  for (const name of FAULTS) {
    const { most, frames: seen, where } = faults[name];
    console.log(`  ${name}: at most ${(MM * most).toFixed(2)} mm, ${seen} frames above 0.3 mm${where && ` (${where})`}`);
  }
}

/** Synthesizes and solves texts in all languages until the requested duration is reached. */
async function perform(seconds: number): Promise<Performance[]> {
  const engine = createEmbeddedEngine();
  const texts = Object.entries({ ...LONG_TEXTS, ...SHORT_TEXTS }) as [Language, string][];
  const performances: Performance[] = [];
  let total = 0;
  for (const speed of SPEEDS)
    for (const sex of SEXES)
      for (const [language, text] of texts) {
        if (total >= seconds) return performances;
        const { timeline, audio } = await engine.speak({ text, language, sex, speed });
        const index = performances.length;
        const emotion: Emotion =
          index % 2 ? { expression: EXPRESSIONS[(index >> 1) % EXPRESSIONS.length]!, level: LEVEL } : { expression: 'neutral', level: 0 };
        const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
        const clip = solve({ timeline, ...voice, emotion, seed: `${language} ${sex} ${speed}`, fps: FPS });
        performances.push({ name: `${language} ${sex} ${emotion.expression}`, clip, phones: timeline.phones });
        total += timeline.duration;
      }
  return performances;
}
