import { type JobStatus, ServiceError } from '@talking-avatar/client';
import { DEFAULT_ACTOR } from '@talking-avatar/contract';
import { names } from '../state/actors.ts';
import { heads, submitted } from '../state/jobs.ts';
import { client } from '../state/session.ts';
import { actorOfVoice } from './actor-of-voice.ts';
import { readFile } from './files.ts';

/** Returns the actor for a job's preview: the one chosen here or, for a job submitted elsewhere, the actor of its voice. */
export function actorOf({ id, output }: JobStatus): string {
  return submitted.value[id]?.form.actor ?? actorOfVoice(output.voice) ?? DEFAULT_ACTOR;
}

/**
 * Reads a job's GLB or, for other outputs, the head of its actor, which the service creates once in a short job.
 * @param onMaking called before the head is created
 */
export async function readHead(job: JobStatus, signal: AbortSignal, onMaking: () => void): Promise<Uint8Array<ArrayBuffer>> {
  if (job.output.type === 'glb') return readFile(job.id, 'result', signal);
  const actor = actorOf(job);
  const known = heads.value[actor];
  if (known) {
    try {
      return await readFile(known, 'result', signal);
    } catch (error) {
      // It expired or was deleted, so create a new one.
      if (!(error instanceof ServiceError) || ![404, 410].includes(error.body.code)) throw error;
    }
  }
  onMaking();
  const { id } = await client.value.generate(
    { target_rig: names.value.blendshape, actor, text: 'Hello.', language: 'en-US', output: { type: 'glb' } },
    { signal },
  );
  await client.value.wait(id, { signal });
  const glb = await readFile(id, 'result', signal);
  heads.value = { ...heads.value, [actor]: id };
  return glb;
}
