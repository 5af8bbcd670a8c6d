import { type JobStatus, ServiceError } from '@talking-avatar/client';
import { DEFAULT_ACTOR } from '@talking-avatar/contract';
import { names } from '../state/actors.ts';
import { heads, submitted } from '../state/jobs.ts';
import { client } from '../state/session.ts';
import { actorOfVoice } from './actor-of-voice.ts';
import { readFile } from './files.ts';

/** The actor on whose head a job is shown: the one chosen here, or that of its voice, for a job which was submitted elsewhere. */
export function actorOf({ id, output }: JobStatus): string {
  return submitted.value[id]?.form.actor ?? actorOfVoice(output.voice) ?? DEFAULT_ACTOR;
}

/**
 * The GLB of a job: its own result, or the head of its actor, which the service makes once as a short job.
 * @param onMaking called when the head must be made first
 */
export async function readHead(job: JobStatus, signal: AbortSignal, onMaking: () => void): Promise<Uint8Array<ArrayBuffer>> {
  if (job.output.type === 'glb') return readFile(job.id, 'result', signal);
  const actor = actorOf(job);
  const known = heads.value[actor];
  if (known) {
    try {
      return await readFile(known, 'result', signal);
    } catch (error) {
      // It has expired, or was deleted: another one is made.
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
