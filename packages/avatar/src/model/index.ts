export {
  type ActorModel,
  type Corrective,
  type HairRelief,
  type HeadMeasures,
  JOINT_NAMES,
  type Joint,
  type JointName,
  type Material,
  type Morph,
  type Part,
  type ReliefView,
  type Substance,
  type Texture,
  weighCorrective,
} from './model.ts';
export { readActor } from './read.ts';
export { add, cross, dot, normalize, scale, subtract, type Vector } from './vectors.ts';
export { writeActor } from './write.ts';
