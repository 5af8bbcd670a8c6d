import type { ViewSettings } from '@talking-avatar/avatar/render';
import { decodeBackdrop } from '@talking-avatar/avatar/video';
import { getObject, jobKeys } from '#aws';
import { JobFailedError } from '#jobs';

/**
 * Reads the background image of a job as `ViewSettings.backdrop`.
 * @param blur strength, from 0 to 1
 * @throws JobFailedError if it cannot be decoded
 */
export async function readBackground({ BUCKET }: { BUCKET: string }, id: string, view: ViewSettings, blur: number): Promise<Uint8Array> {
  const bytes = await getObject(BUCKET, jobKeys(id).background);
  return decodeBackdrop(bytes, view, blur).catch((cause: unknown) => {
    const message = 'output.background.url: the image cannot be decoded; it is damaged or incomplete';
    throw new JobFailedError({ title: 'Invalid background', message, code: 400 }, { cause });
  });
}
