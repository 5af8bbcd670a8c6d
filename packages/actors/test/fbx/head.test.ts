import { readBakedActor, writeFbx } from '@talking-avatar/avatar';
import type { Part } from '@talking-avatar/avatar/model';
import { makeClip, objectsOf, onlyValue, readFbx } from '@talking-avatar/avatar/testing';
import { headActorOf } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';

describe('the animation-job head', async () => {
  const head = await readBakedActor(headActorOf('female'));
  const jaw = head.joints.findIndex(({ name }) => name === 'jaw');
  const part = (substance: Part['substance']): Part => head.parts.find((one) => one.substance === substance)!;
  const onJaw = ({ joints, weights }: Part): number[] =>
    Array.from({ length: joints.length / 4 }, (_, v) =>
      [0, 1, 2, 3].reduce((sum, i) => sum + (joints[4 * v + i] === jaw ? weights[4 * v + i]! : 0), 0),
    );

  it('has a cluster with weights for every bone, including the jaw', () => {
    const file = readFbx(writeFbx(head, makeClip(1), 'head'));
    const clusters = objectsOf(file, 'Deformer').filter(({ kind }) => kind === 'Cluster');
    expect(clusters.map(({ label }) => label)).toEqual(head.joints.map(({ name }) => name));
    for (const cluster of clusters) {
      const weights = onlyValue<number[]>(cluster, 'Weights');
      expect(weights.length, cluster.label).toBeGreaterThan(10);
      expect(Math.max(...weights), cluster.label).toBeGreaterThan(0.5);
    }
  });

  it('binds the tongue, the lower teeth, and the chin to the jaw, and the upper teeth to the head', () => {
    // The root of the tongue is partly bound to the head.
    expect(Math.min(...onJaw(part('tongue')))).toBeGreaterThan(0.8);
    const teeth = part('teeth');
    const { vertices, positions } = teeth.morphs.get('jawOpen')!;
    const lowered = new Set(vertices.filter((_, i) => positions[3 * i + 1]! < -0.005));
    const weights = onJaw(teeth);
    expect(lowered.size).toBeGreaterThan(1000);
    for (const v of lowered) expect(weights[v], `vertex ${v}`).toBeCloseTo(1, 5);
    expect(weights.filter((weight) => weight === 0).length).toBeGreaterThan(1000);
    const skin = onJaw(part('skin'));
    expect(skin.filter((weight) => weight > 0.7).length).toBeGreaterThan(50);
    expect(skin.filter((weight) => weight > 0.05 && weight < 0.6).length).toBeGreaterThan(50);
  });
});
