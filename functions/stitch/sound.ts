import { getObject, type JobItem } from '../../layers/cloud/index.ts';
import { decodeAudio, decodeWav, encodeAac, FILM_RATE } from '../../layers/speech/index.ts';

/**
 * The sound of a job's film, encoded. A recording that was stored with the job is taken as it was sent, with all its frequencies;
 * other speech is what the job's WAV file has.
 */
export async function encodeSound(bucket: string, { recording }: JobItem, wav: Uint8Array): Promise<Uint8Array> {
  const audio = recording
    ? await decodeAudio(await getObject(bucket, recording), { sampleRate: FILM_RATE })
    : decodeWav(wav);
  return (await encodeAac(audio)).bytes;
}
