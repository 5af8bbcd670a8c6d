import { readImageHeader } from '@talking-avatar/avatar/image';
import { backgroundUrlOf, InputError, LIMITS } from '@talking-avatar/contract';
import { fetchExternal, findObjectSize, getObject, jobKeys, OutboundError, parseOwnUploadUrl, putObject } from '#aws';
import type { JobItem } from '#jobs';
import type { SettingsOf } from '#runtime';

type Settings = SettingsOf<'plan'>;

/** Download timeout, in ms. */
const FETCH_TIMEOUT = 15_000;

const FIELD = 'output.background.url';

/**
 * Stores the background image of a job, if any, in the job folder, so that all segments show the same image.
 * @throws InputError if it cannot be downloaded, is not a PNG, JPEG, or WebP, or is too large
 */
export async function storeBackground(settings: Settings, job: JobItem): Promise<void> {
  const url = backgroundUrlOf(job.specification);
  if (url === undefined) return;
  const bytes = await fetchImage(settings, job.account, url);
  const header = readImageHeader(bytes);
  if (!header) throw new InputError('Invalid background', 'the image is not a PNG, JPEG, or WebP', FIELD);
  const { mediaType, width, height } = header;
  const { backgroundSide: side, backgroundPixels: pixels } = LIMITS;
  if (Math.max(width, height) > side || width * height > pixels)
    throw new InputError(
      'Invalid background',
      `the image has ${width} × ${height} pixels; the maximum is ${side} per side and ${pixels} in total`,
      FIELD,
    );
  await putObject(settings.BUCKET, jobKeys(job.id).background, bytes, mediaType);
}

async function fetchImage({ BUCKET, OUTBOUND }: Settings, account: string, url: string): Promise<Uint8Array> {
  const upload = parseOwnUploadUrl(BUCKET, account, url);
  try {
    if (!upload) return await fetchExternal(url, OUTBOUND, { bytes: LIMITS.backgroundBytes, timeout: FETCH_TIMEOUT });
    if (((await findObjectSize(BUCKET, upload)) ?? 0) > LIMITS.backgroundBytes)
      throw new OutboundError(`it is larger than ${LIMITS.backgroundBytes} bytes`);
    return await getObject(BUCKET, upload);
  } catch (error) {
    const isMissing = (error as Error).name === 'NoSuchKey' || (error as Error).name === 'AccessDenied';
    if (!isMissing && !(error instanceof OutboundError)) throw error;
    const reason = isMissing ? 'nothing was uploaded to this URL, or the upload has expired' : (error as Error).message;
    throw new InputError('Background not reachable', `the image cannot be downloaded: ${reason}`, FIELD, {
      cause: error,
    });
  }
}
