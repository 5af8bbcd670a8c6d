import { ACTORS } from '../../layers/contract/index.ts';
import { endpoint, json, ratesOf, readEnvironment } from '../../layers/runtime/index.ts';
import { posterUrl } from './posters.ts';

const settings = readEnvironment('actors');

/** `GET /lipsync/actors`: the actors, each with the address of its poster. */
export const handler = endpoint(
  {
    methods: ['GET'],
    origins: settings.CORS_ORIGINS,
    tokensTable: settings.TOKENS_TABLE,
    rates: ratesOf(settings),
  },
  async () =>
    json({
      actors: await Promise.all(
        ACTORS.map(async (actor) => ({ ...actor, poster_url: await posterUrl(settings.BUCKET, actor.id) })),
      ),
    }),
);
