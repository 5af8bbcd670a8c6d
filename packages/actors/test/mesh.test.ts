import { measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import { readBakedActor } from '@talking-avatar/avatar';
import { FAULTS, type Findings, inspectMesh, type Performance } from '@talking-avatar/avatar/testing';
import { ACTORS } from '@talking-avatar/contract';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import { beforeAll, describe, expect, it } from 'vitest';

const MM = 1e-3;
/** Maximum gap between closed lips, and how deep one surface may reach into another. */
const GAP = 0.5 * MM;
const DEPTH = 0.5 * MM;

const { audio, timeline } = await createEmbeddedEngine().speak({
  text: 'My brave father thinks of five vivid moths. Both poems fit. Show me the food, please!',
  language: 'en-US',
  sex: 'female',
  speed: 1,
});
const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
const performances = (['neutral', 'happy'] as const).map((expression): Performance => {
  const emotion = { expression, level: expression === 'neutral' ? 0 : 0.7 };
  const clip = solve({ timeline, ...voice, emotion, seed: 'mesh', fps: 30 });
  return { name: expression, clip, phones: timeline.phones };
});

describe.each(ACTORS.map(({ id }) => id))('while %s speaks', (id) => {
  let findings: Findings;
  beforeAll(async () => {
    const { findings: found, inspect } = inspectMesh(await readBakedActor(id));
    for (const performance of performances) inspect(performance);
    findings = found;
  });

  it('the lips close on p, b, and m', () => {
    expect(findings.gaps.length).toBeGreaterThan(15);
    expect(findings.gaps.at(-1)!).toBeLessThan(GAP);
  });

  it.each(FAULTS)('no %s is visible', (name) => {
    const { most, where } = findings.faults[name];
    expect(most, where).toBeLessThan(DEPTH);
  });
});
