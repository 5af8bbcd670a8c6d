import { createEmbeddedEngine, type SpeechEngine } from '../src/index.ts';

const engine = createEmbeddedEngine();
const answers = new Map<string, ReturnType<SpeechEngine['speak']>>();

/**
 * The embedded engine, but it speaks each request only once per process, because it would return the same bytes again anyway (see
 * embedded.test.ts). Alignment tests speak the same references and background texts dozens of times.
 */
export const cachedEngine: SpeechEngine = {
  ...engine,
  speak(request) {
    const key = JSON.stringify(request);
    const answer = answers.get(key) ?? engine.speak(request);
    answers.set(key, answer);
    return answer;
  },
};
