import { type Clip, EYE_LOOK_PITCH, EYE_LOOK_YAW, writeCsv } from '@talking-avatar/animation';
import { readBakedActor, writeFbx } from '@talking-avatar/avatar';
import {
  clipOfCsv,
  compare,
  connectionsOf,
  EYES,
  makeClip,
  missOf,
  objectsOf,
  openWithThree,
  readFbx,
  truthOfClip,
} from '@talking-avatar/avatar/testing';
import { GAZES, type Gaze, headActorOf } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';

const DEGREE = Math.PI / 180;

/** Both eyes look around, up to 25 degrees to each side and 16 degrees up and down, with the shapes that Live Link Face would send. */
function glance(seconds: number): Clip {
  const clip = makeClip(seconds);
  const channels = new Map(clip.channels);
  const wave = (reach: number, hertz: number) =>
    Float32Array.from({ length: clip.frames }, (_, i) => reach * DEGREE * Math.sin(2 * Math.PI * hertz * (i / clip.fps)));
  const [yaw, pitch] = [wave(25, 0.7), wave(16, 1.1)];
  const share = (angles: Float32Array, unit: number) => angles.map((angle) => Math.max(0, angle / unit));
  for (const [side, towardsNose] of [
    ['Left', 1],
    ['Right', -1],
  ] as const) {
    const eye = side === 'Left' ? 'leftEye' : 'rightEye';
    channels.set(`${eye}Yaw`, yaw).set(`${eye}Pitch`, pitch).set(`${eye}Roll`, new Float32Array(clip.frames));
    channels.set(`eyeLookIn${side}`, share(yaw, towardsNose * EYE_LOOK_YAW));
    channels.set(`eyeLookOut${side}`, share(yaw, -towardsNose * EYE_LOOK_YAW));
    channels.set(`eyeLookDown${side}`, share(pitch, EYE_LOOK_PITCH));
    channels.set(`eyeLookUp${side}`, share(pitch, -EYE_LOOK_PITCH));
  }
  return { ...clip, channels };
}

describe('the gaze of a head', async () => {
  const actor = await readBakedActor(headActorOf('female'));
  const clip = glance(2);
  const write = (gaze?: Gaze) => writeFbx(actor, clip, 'glance', { gaze });
  /** The files for all gazes. They are written only once, because each takes a second. */
  const files = new Map(GAZES.map((gaze) => [gaze, write(gaze)]));
  const fileOf = (gaze: Gaze) => files.get(gaze)!;
  const heads = new Map(GAZES.map((gaze) => [gaze, openWithThree(fileOf(gaze))]));
  const headOf = (gaze: Gaze) => heads.get(gaze)!;
  const times = Array.from({ length: 40 }, (_, i) => i / 20);

  it.each([
    ['bones', 0.1],
    ['shapes', 3],
    ['both', 0.3],
  ] as const)('by %s follows the clip within %d degrees', (gaze, degrees) => {
    const found = compare(headOf(gaze), truthOfClip(clip), times, gaze);
    expect(found.faults).toEqual([]);
    expect(found.weights).toBeLessThan(0.005);
    expect(found.turns).toBeLessThan(0.002);
    expect(found.gaze / DEGREE).toBeLessThan(degrees);
  });

  it.each(['shapes', 'both'] as const)('by %s follows the 52 shapes of a Live Link CSV alone', (gaze) => {
    const recorded = clipOfCsv([...writeCsv(clip, 'blendshape')].join(''));
    const head = headOf(gaze);
    const turns = truthOfClip(recorded);
    for (let frame = 0; frame < recorded.frames; frame += 6) {
      head.driveShapes(new Map([...recorded.channels].map(([name, values]) => [name, values[frame]!])));
      for (const eye of EYES) {
        expect(missOf(head.gazeOf(eye), turns.turn(eye, frame / 60)) / DEGREE, `${eye} in frame ${frame}`).toBeLessThan(3);
      }
    }
  });

  it('uses bones by default, with shapes that do not move the eyeballs', () => {
    expect(Buffer.from(write()).equals(fileOf('bones'))).toBe(true);
    const head = headOf('bones');
    head.driveShapes(new Map([['eyeLookOutLeft', 1]]));
    expect(missOf(head.gazeOf('leftEye'), [0, 0, 0, 1])).toBeLessThan(1e-6);
  });

  it('has curves for the eye bones unless only shapes turn the eyes', () => {
    const rotated = GAZES.map((gaze) => {
      const file = readFbx(fileOf(gaze));
      const bones = connectionsOf(file).filter(({ property }) => property === 'Lcl Rotation');
      return bones.map(({ parent }) => objectsOf(file).find(({ id }) => id === parent)!.label);
    });
    expect(rotated).toEqual([['head', ...EYES], ['head'], ['head', ...EYES]]);
  });
});
