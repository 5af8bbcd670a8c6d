import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { posterKey, putObject, signDownload } from '../../layers/aws/index.ts';

const CONTENT_TYPE = 'image/jpeg';

/** Posters in the bundle of this function. */
const FOLDER = join(import.meta.dirname, 'posters');

/** Uploads of this process by actor. */
const uploads = new Map<string, Promise<void>>();

/** A presigned URL of an actor's poster. */
export async function posterUrl(bucket: string, actor: string): Promise<string> {
  await ensurePoster(bucket, actor);
  return signDownload(
    bucket,
    { key: posterKey(actor), file_name: `${actor}.jpg`, content_type: CONTENT_TYPE },
    'inline',
  );
}

/** Uploads a poster once per process. After a failure the next request tries again. */
function ensurePoster(bucket: string, actor: string): Promise<void> {
  const known = uploads.get(actor);
  if (known) return known;
  const upload = uploadPoster(bucket, actor);
  uploads.set(actor, upload);
  upload.catch(() => uploads.delete(actor));
  return upload;
}

const uploadPoster = async (bucket: string, actor: string): Promise<void> =>
  putObject(bucket, posterKey(actor), await readFile(join(FOLDER, `${actor}.jpg`)), CONTENT_TYPE);
