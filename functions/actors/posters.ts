import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { posterKey, putObject, signDownload } from '../../layers/aws/index.ts';

const CONTENT_TYPE = 'image/jpeg';

/** The posters that came with this function. */
const FOLDER = join(import.meta.dirname, 'posters');

/** What was put into the bucket since this process began: true where the actor has a poster. */
const uploads = new Map<string, Promise<boolean>>();

/** An address of an actor's poster that lives for some minutes; null when the actor has none. */
export async function posterUrl(bucket: string, actor: string): Promise<string | null> {
  const place = { key: posterKey(actor), file_name: `${actor}.jpg`, content_type: CONTENT_TYPE };
  return (await ensurePoster(bucket, actor)) ? signDownload(bucket, place, 'inline') : null;
}

/** Puts a poster into the bucket, once in the life of a process; what failed is tried again by the next request. */
function ensurePoster(bucket: string, actor: string): Promise<boolean> {
  const known = uploads.get(actor);
  if (known) return known;
  const keeping = uploadPoster(bucket, actor);
  uploads.set(actor, keeping);
  keeping.catch(() => uploads.delete(actor));
  return keeping;
}

async function uploadPoster(bucket: string, actor: string): Promise<boolean> {
  const image = await readFile(join(FOLDER, `${actor}.jpg`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (image) await putObject(bucket, posterKey(actor), image, CONTENT_TYPE);
  return image !== undefined;
}
