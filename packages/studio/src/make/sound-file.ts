import type { Messages } from '../messages/en.ts';
import { megabytes } from '../parts/megabytes.ts';

/** Audio file extensions. They are needed because browsers do not recognize all of the media types. */
const SOUND = /\.(wav|mp3|m4a|aac|ogg|oga|opus|flac|webm|mp4)$/i;

/** The service's upload limit, in bytes (`POST /lipsync/uploads`). */
const LIMIT = 180_000_000;

/** Returns why a file cannot be used as a recorded voice, or undefined if it can. */
export function findFault({ name, type, size }: File, messages: Messages): string | undefined {
  const isSound = /^(audio|video)\//.test(type) || (type === '' && SOUND.test(name)) || SOUND.test(name);
  if (!isSound) return messages.notSound(name, type);
  if (size === 0) return messages.emptyFile(name);
  return size > LIMIT ? messages.tooLarge(name, megabytes(size), megabytes(LIMIT)) : undefined;
}
