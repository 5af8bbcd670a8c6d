export { animateFace, type FaceInput } from './animate-face.ts';
export { colorSpeech } from './color-speech.ts';
export { computeExpressionLevels } from './emotion.ts';
export { EYE_LOOK_PITCH, EYE_LOOK_YAW } from './gaze.ts';
