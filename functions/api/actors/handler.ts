import { ACTORS } from '@talking-avatar/contract';
import { createEndpoint, jsonResponse, readEnvironment } from '#runtime';
import { environment } from './environment.ts';
import { posterUrl } from './posters.ts';

const settings = readEnvironment(environment);

/** `GET /lipsync/actors` lists the actors with their poster URLs. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async () =>
  jsonResponse({
    actors: await Promise.all(ACTORS.map(async (actor) => ({ ...actor, poster_url: await posterUrl(settings.BUCKET, actor.id) }))),
  }),
);
