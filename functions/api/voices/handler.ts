import { apiErrors, findNearestLanguage, findNearestName, LANGUAGES, quote } from '@talking-avatar/contract';
import { listCatalog } from '@talking-avatar/speech';
import { createEndpoint, jsonResponse, readEnvironment } from '#runtime';
import { environment } from './environment.ts';

const settings = readEnvironment(environment);

/** `GET /lipsync/voices` lists the voices that jobs may request, either for all languages or for just one. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async ({ event }) => {
  const given = event.queryStringParameters?.language;
  const language = given === undefined ? undefined : findNearestLanguage(given);
  if (given !== undefined && !language) throw apiErrors.invalidParameter(explain(given));
  return jsonResponse({ voices: listCatalog(settings.TTS, settings.VOICES, language) });
});

function explain(given: string): string {
  const near = findNearestName(given, LANGUAGES);
  const hint = near ? `; did you mean "${near}"?` : '';
  return `language: must be one of ${LANGUAGES.join(', ')}, got ${quote(given)}${hint}`;
}
