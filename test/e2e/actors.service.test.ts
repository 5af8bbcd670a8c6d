import { createHash } from 'node:crypto';
import { ACTORS } from '@talking-avatar/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await sharedService();
  token = await service.tokenFor('casting');
});
afterAll(() => service?.end());

const ask = (query: string, method = 'GET') => fetch(`${service.url}/lipsync/actors${query}`, { method });

interface Listed {
  id: string;
  poster_url: string;
}

const list = async (): Promise<Listed[]> => ((await (await ask(`?token=${token}`)).json()) as { actors: Listed[] }).actors;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the list of actors', () => {
  it('lists the actors', async () => {
    const response = await ask(`?token=${token}`);
    expect(response.status).toBe(200);
    const { actors } = (await response.json()) as { actors: Listed[] };
    expect(actors.map(({ poster_url, ...actor }) => actor)).toEqual(ACTORS);
  });

  it('requires a token, and only accepts GET', async () => {
    expect((await ask('')).status).toBe(401);
    const posted = await ask(`?token=${token}`, 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('has a different poster with a face for each actor', async () => {
    const images = await Promise.all(
      (await list()).map(async ({ id, poster_url }) => {
        const response = await fetch(poster_url);
        expect(response.headers.get('content-type')).toBe('image/jpeg');
        expect(response.headers.get('content-disposition')).toBe(`inline; filename="${id}.jpg"`);
        const picture = Buffer.from(await response.arrayBuffer());
        // If the picture changes, so does its address, so that caches download it again.
        expect(new URL(poster_url).pathname).toContain(`${id}-${hashOf(picture).slice(0, 16)}.jpg`);
        return picture;
      }),
    );
    for (const image of images) {
      const { width, height, format } = await sharp(image).metadata();
      expect([format, width, height]).toEqual(['jpeg', 512, 512]);
      expect(image.length).toBeLessThan(150_000);
      const middle = sharp(image).extract({ left: 156, top: 156, width: 200, height: 200 });
      // The background by itself would be a single color.
      expect((await middle.stats()).channels[0]?.stdev).toBeGreaterThan(10);
    }
    expect(new Set(images.map(hashOf)).size).toBe(ACTORS.length);
  });

  it('signs poster addresses, which are rejected if unsigned or changed', async () => {
    const [first] = await list();
    const url = new URL(first?.poster_url ?? '');
    const unsigned = await fetch(`${url.origin}${url.pathname}`);
    const changed = await fetch(url.href.replace('amara', 'bruno'));
    expect([unsigned.status, changed.status]).toEqual([403, 403]);
  });
});
