export { alignRecording, type Recording } from './alignment/align.ts';
export { DECODED_RATE, type DecodeLimits, decodeAudio } from './decode.ts';
export { createEmbeddedEngine } from './embedded/engine.ts';
export { decodeWav, encodeWav } from './sound/wav.ts';
export * from './speech.ts';
export { parseText, plainText } from './text/parse.ts';
export type { EmotionSpan, Item, Script, Style } from './text/script.ts';
