export { DECODED_RATE, type DecodeLimits, decodeAudio } from './decode.ts';
export * from './speech.ts';
