import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { posterKey, putObject, signDownload } from '#aws';

const CONTENT_TYPE = 'image/jpeg';

/** Folder with the posters in this function's bundle. */
const FOLDER = join(import.meta.dirname, 'posters');

/** Number of hexadecimal digits of the hash in a poster key: enough to tell apart all versions of a poster. */
const DIGITS = 16;

/** Keys of the posters that this process has uploaded, by actor ID. */
const uploads = new Map<string, Promise<string>>();

/**
 * Returns a presigned URL for the poster of an actor. The path contains a hash of the image, so that caches never serve an outdated one.
 */
export async function posterUrl(bucket: string, actor: string): Promise<string> {
  const key = await ensurePoster(bucket, actor);
  return signDownload(bucket, { key, file_name: `${actor}.jpg`, content_type: CONTENT_TYPE }, { disposition: 'inline' });
}

/** Uploads a poster, once per process. After a failure, the next request tries again. */
function ensurePoster(bucket: string, actor: string): Promise<string> {
  const known = uploads.get(actor);
  if (known) return known;
  const upload = uploadPoster(bucket, actor);
  uploads.set(actor, upload);
  upload.catch(() => uploads.delete(actor));
  return upload;
}

async function uploadPoster(bucket: string, actor: string): Promise<string> {
  const picture = await readFile(join(FOLDER, `${actor}.jpg`));
  const key = posterKey(actor, createHash('sha256').update(picture).digest('hex').slice(0, DIGITS));
  await putObject(bucket, key, picture, CONTENT_TYPE);
  return key;
}
