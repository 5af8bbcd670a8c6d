export { writeCaptions } from './webvtt.ts';
