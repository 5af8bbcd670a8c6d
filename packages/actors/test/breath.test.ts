import { readBakedActor } from '@talking-avatar/avatar';
import { clipOf, measureActor, placeCamera, poseActor, transform } from '@talking-avatar/avatar/testing';
import { describe, expect, it } from 'vitest';

const actor = await readBakedActor('chloe');
const camera = placeCamera(0, measureActor(actor), 16 / 9);

/** Returns how far the parts bound to a joint rise from the first frame to the second, in mm. */
function riseOf(joint: 'spine' | 'head', breath: (frame: number) => number): number {
  const index = actor.joints.findIndex(({ name }) => name === joint);
  const clip = clipOf(2, { breath });
  const heights = [0, 1].map((frame) => {
    const { joints } = poseActor(actor, clip, camera, frame);
    return transform(joints[index]!, actor.joints[index]!.position)[1];
  });
  return 1000 * (heights[1]! - heights[0]!);
}

describe('breath in a clip', () => {
  it('lifts the chest and shoulders by 6 to 8 mm, and the head by less than 3 mm', () => {
    expect(riseOf('spine', (k) => k)).toBeGreaterThan(6);
    expect(riseOf('spine', (k) => k)).toBeLessThan(8);
    expect(Math.abs(riseOf('head', (k) => k))).toBeLessThan(3);
  });

  it('does not move them while it is held', () => {
    expect(Math.abs(riseOf('spine', () => 0.5))).toBeLessThan(0.2);
  });
});
