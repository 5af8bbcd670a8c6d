import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { posterKey, putObject, signDownload } from '../../layers/aws/index.ts';

const CONTENT_TYPE = 'image/jpeg';

/** Posters in the bundle of this function. */
const FOLDER = join(import.meta.dirname, 'posters');

/** Uploads of this process by actor: false if the actor has no poster. */
const uploads = new Map<string, Promise<boolean>>();

/** A presigned URL of an actor's poster; null when there is none. */
export async function posterUrl(bucket: string, actor: string): Promise<string | null> {
  const location = { key: posterKey(actor), file_name: `${actor}.jpg`, content_type: CONTENT_TYPE };
  return (await ensurePoster(bucket, actor)) ? signDownload(bucket, location, 'inline') : null;
}

/** Uploads a poster once per process. After a failure the next request tries again. */
function ensurePoster(bucket: string, actor: string): Promise<boolean> {
  const known = uploads.get(actor);
  if (known) return known;
  const upload = uploadPoster(bucket, actor);
  uploads.set(actor, upload);
  upload.catch(() => uploads.delete(actor));
  return upload;
}

async function uploadPoster(bucket: string, actor: string): Promise<boolean> {
  const image = await readFile(join(FOLDER, `${actor}.jpg`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (image) await putObject(bucket, posterKey(actor), image, CONTENT_TYPE);
  return image !== undefined;
}
