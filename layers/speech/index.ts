export { alignRecording, type Recording } from './alignment/align.ts';
export { DECODED_RATE, type DecodeLimits, decodeAudio } from './decode.ts';
export * from './speech.ts';
