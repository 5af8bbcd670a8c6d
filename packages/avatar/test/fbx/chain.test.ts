import { ROTATIONS, SHAPES, writeCsv } from '@talking-avatar/animation';
import { createTimeline, importLiveLinkCsv, perform } from '@talking-avatar/animation/testing';
import { describe, expect, it } from 'vitest';
import { writeFbx } from '../../src/index.ts';
import { makeFigure } from './figure.ts';
import { truthOfClip } from './importers/agreement.ts';
import { openWithThree } from './importers/three.ts';

/** Maximum step from one clip to the next, in weights or, for angles, in radians. */
const MAX_STEP = 0.02;

describe('two consecutive clips', () => {
  const [first, second] = ['b ɪ ɡ m æ p', 'f aɪ v ʃ i p'].map((sounds, seed) => {
    const spoken = sounds.split(' ').map((symbol) => [symbol, 0.15] as const);
    const timeline = createTimeline([['', 0.3], ...spoken, ['', 0.3]]);
    return perform(timeline, 60, { expression: 'happy', level: 0.8 }, `${seed}`);
  });

  it.each(['humanoid', 'blendshape'] as const)('are continuous in every CSV column: %s', (rig) => {
    const [one, two] = [first!, second!].map((clip) => importLiveLinkCsv([...writeCsv(clip, rig)].join('')));
    expect(two!.columns).toEqual(one!.columns);
    const moves = one!.columns.filter((_, column) => one!.rows.some((row) => Math.abs(row[column]!) > MAX_STEP));
    expect(moves.length).toBeGreaterThan(20);
    for (const [column, name] of one!.columns.entries())
      expect(Math.abs(two!.rows[0]![column]! - one!.rows.at(-1)![column]!), name).toBeLessThan(MAX_STEP);
  });

  it('are continuous in every FBX curve', () => {
    const [one, two] = [first!, second!].map((clip) => openWithThree(writeFbx(makeFigure(), clip, 'part')));
    const end = truthOfClip(first!).seconds;
    for (const shape of SHAPES) expect(Math.abs(two!.weight(shape, 0) - one!.weight(shape, end)), shape).toBeLessThan(MAX_STEP);
    for (const joint of ['head', 'leftEye', 'rightEye'])
      for (const [axis, value] of one!.turn(joint, end).entries())
        expect(Math.abs(two!.turn(joint, 0)[axis]! - value), joint).toBeLessThan(MAX_STEP / 2);
    expect(ROTATIONS.some((name) => first!.channels.get(name)!.some((angle) => Math.abs(angle) > MAX_STEP))).toBe(true);
  });
});
