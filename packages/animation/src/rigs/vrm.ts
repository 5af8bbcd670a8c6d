import type { Shape } from '../channels.ts';
import type { Clip } from '../clip.ts';
import type { Column } from './column.ts';

/** Returns the weight of a shape in a frame, 0..1. */
type Pose = (shape: Shape) => number;

const mean = (pose: Pose, ...shapes: readonly Shape[]): number => shapes.reduce((sum, shape) => sum + pose(shape), 0) / shapes.length;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** How far a VRM model opens its lips for a full "aa", and stretches them for a full "ee", as ARKit shape weights. */
const FULL_OPENING = 0.5;
const FULL_SPREAD = 0.4;

/** VRM's five vowels, with a sum of up to 1. "ou" is round and closed, "oh" round and open, "ee" wide and closed, "ih" wide and open. */
function vowels(pose: Pose): Readonly<Record<'aa' | 'ih' | 'ou' | 'ee' | 'oh', number>> {
  const jaw = pose('jawOpen');
  // Vowels open the lips, but p, b, and m close them.
  const parted = jaw > 0 ? 1 - pose('mouthClose') / jaw : 1;
  const open = clamp((jaw - pose('mouthClose')) / FULL_OPENING);
  const round = clamp(Math.max(pose('mouthPucker'), pose('mouthFunnel')));
  const wide = clamp(mean(pose, 'mouthStretchLeft', 'mouthStretchRight') / FULL_SPREAD);
  const [rounded, flat] = [parted * round, parted * (1 - round)];
  return {
    aa: flat * (1 - wide) * open,
    ih: flat * wide * open,
    ou: rounded * (1 - open),
    ee: flat * wide * (1 - open),
    oh: rounded * open,
  };
}

/** VRM 1.0's preset expressions (VRMC_vrm, expressions) as sums of ARKit shapes, except for "relaxed" and "neutral". */
const EXPRESSIONS: Readonly<Record<string, (pose: Pose) => number>> = {
  aa: (pose) => vowels(pose).aa,
  ih: (pose) => vowels(pose).ih,
  ou: (pose) => vowels(pose).ou,
  ee: (pose) => vowels(pose).ee,
  oh: (pose) => vowels(pose).oh,
  blinkLeft: (pose) => pose('eyeBlinkLeft'),
  blinkRight: (pose) => pose('eyeBlinkRight'),
  happy: (pose) => mean(pose, 'mouthSmileLeft', 'mouthSmileRight'),
  angry: (pose) => mean(pose, 'browDownLeft', 'browDownRight'),
  sad: (pose) => mean(pose, 'mouthFrownLeft', 'mouthFrownRight'),
  surprised: (pose) => Math.min(pose('browInnerUp'), mean(pose, 'browOuterUpLeft', 'browOuterUpRight')),
};

/** VRM gaze expressions. A VRM animation stores the gaze direction instead. */
const LOOKS: Readonly<Record<string, (pose: Pose) => number>> = {
  lookUp: (pose) => mean(pose, 'eyeLookUpLeft', 'eyeLookUpRight'),
  lookDown: (pose) => mean(pose, 'eyeLookDownLeft', 'eyeLookDownRight'),
  lookLeft: (pose) => mean(pose, 'eyeLookOutLeft', 'eyeLookInRight'),
  lookRight: (pose) => mean(pose, 'eyeLookInLeft', 'eyeLookOutRight'),
};

/** Maps a clip to VRM 1.0 expressions, 0..1, including gaze if `looks` is true. @throws RangeError if the clip is missing a shape */
export function vrmExpressions({ frames, channels }: Clip, looks = true): Column[] {
  return Object.entries({ ...EXPRESSIONS, ...(looks && LOOKS) }).map(([name, weigh]) => ({
    name,
    values: Float32Array.from({ length: frames }, (_, frame) =>
      weigh((shape) => {
        const values = channels.get(shape);
        if (!values) throw new RangeError(`the clip has no channel '${shape}'`);
        return values[frame]!;
      }),
    ),
  }));
}
