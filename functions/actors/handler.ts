import { ACTORS } from '../../layers/contract/index.ts';
import { createEndpoint, jsonResponse, rateLimitsOf, readEnvironment } from '../../layers/runtime/index.ts';
import { posterUrl } from './posters.ts';

const settings = readEnvironment('actors');

/** `GET /lipsync/actors`: the actors, each with the address of its poster. */
export const handler = createEndpoint(
  {
    methods: ['GET'],
    origins: settings.CORS_ORIGINS,
    tokensTable: settings.TOKENS_TABLE,
    rates: rateLimitsOf(settings),
  },
  async () =>
    jsonResponse({
      actors: await Promise.all(
        ACTORS.map(async (actor) => ({ ...actor, poster_url: await posterUrl(settings.BUCKET, actor.id) })),
      ),
    }),
);
