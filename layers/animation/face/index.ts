export { animateFace, type FaceInput } from './animate-face.ts';
export { colourSpeech } from './colour-speech.ts';
export { emotionLevels } from './emotion.ts';
