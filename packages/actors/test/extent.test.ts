import { readBakedActor } from '@talking-avatar/avatar';
import type { Part } from '@talking-avatar/avatar/model';
import {
  clipOf,
  findExtent,
  measureActor,
  multiply,
  placeCamera,
  poseActor,
  rectangleOf,
  transform,
  type Vector,
} from '@talking-avatar/avatar/testing';
import { describe, expect, it } from 'vitest';

const amara = await readBakedActor('amara');
const frame = { width: 1280, height: 720 };
const camera = placeCamera(0, measureActor(amara), frame.width / frame.height);
const clip = clipOf(2, {
  jawOpen: (k) => k,
  mouthSmileLeft: (k) => k,
  mouthSmileRight: (k) => k,
  headYaw: (k) => 0.4 * k,
  headPitch: (k) => 0.3 * k,
  headRoll: (k) => 0.2 * k,
});

/** Returns the pixel of each of a part's vertices that is within the frame. */
function* listPixels({ positions, morphs, joints, weights }: Part, at: number): Generator<[number, number]> {
  const pose = poseActor(amara, clip, camera, at);
  const matrices = pose.joints.map((joint) => multiply(camera.viewProjection, joint));
  const moved = positions.slice();
  for (const [name, morph] of morphs) {
    const weight = pose.weights.get(name) ?? 0;
    for (const [k, vertex] of morph.vertices.entries())
      for (let axis = 0; axis < 3; axis++) moved[vertex * 3 + axis]! += weight * morph.positions[k * 3 + axis]!;
  }
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const place = [...moved.subarray(vertex * 3, vertex * 3 + 3)] as unknown as Vector;
    const sum = [0, 0, 0, 0];
    for (let k = vertex * 4; k < vertex * 4 + 4; k++)
      for (const [row, value] of transform(matrices[joints[k]!]!, place).entries()) sum[row]! += weights[k]! * value;
    const [x, y] = [((sum[0]! / sum[3]! + 1) / 2) * frame.width, ((1 - sum[1]! / sum[3]!) / 2) * frame.height];
    if (x >= 0 && x < frame.width && y >= 0 && y < frame.height) yield [x, y];
  }
}

describe('the rectangle around an actor', () => {
  const extent = findExtent(amara);

  it.each([0, 1])('contains everything visible, and not much more (frame %i)', (at) => {
    const { x, y, width, height } = rectangleOf(extent, poseActor(amara, clip, camera, at).joints, camera, frame);
    const pixels = amara.parts.flatMap((part) => [...listPixels(part, at)]);
    const [left, right] = [Math.min(...pixels.map(([px]) => px)), Math.max(...pixels.map(([px]) => px))];
    const top = Math.min(...pixels.map(([, py]) => py));
    expect(left).toBeGreaterThanOrEqual(x);
    expect(right).toBeLessThanOrEqual(x + width);
    expect(top).toBeGreaterThanOrEqual(y);
    expect(y + height).toBe(frame.height);
    expect(width).toBeLessThan(1.35 * (right - left));
  });
});
