export { writeCaptions } from './captions/index.ts';
export { CHANNELS, NON_ARKIT_SHAPES, ROTATIONS, SHAPES, type Shape } from './channels.ts';
export type { Clip } from './clip.ts';
export { ClipFormatError, decodeClip, encodeClip } from './clip-codec.ts';
export { type Envelope, measureEnvelope } from './envelope.ts';
export { EYE_LOOK_PITCH, EYE_LOOK_YAW } from './face/index.ts';
export { measurePitch, type Pitch } from './pitch.ts';
export { type Rig, writeA2f, writeCsv } from './rigs/index.ts';
export { type SolveRequest, solve } from './solve.ts';
