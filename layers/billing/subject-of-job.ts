import { handlesOf, type JobRecord, renderWorkPerSecond, videoFps } from '@talking-avatar/contract';
import { type BilledJobFacts, type BilledParty, countSpokenCharacters } from '#aws/usage';

/**
 * Returns the attributes of a job for the ledger. `actor` is only set for videos, because for other outputs it only selects the sex of the
 * voice.
 */
export function billedPartyOf(job: JobRecord): BilledParty {
  const { output, language, actor, metadata } = job.specification;
  const result = resultOf(job);
  return {
    job: job.id,
    account: job.account,
    output: output.type,
    language,
    ...(output.type === 'video' && actor && { actor }),
    ...(metadata && { metadata }),
    ...(result && { result }),
  };
}

function resultOf({ status, speech, started_at, finished_at, specification }: JobRecord): BilledJobFacts | undefined {
  if (status !== 'succeeded' || !speech || !started_at || !finished_at) return undefined;
  const { text, tts_params, output } = specification;
  return {
    seconds: speech.duration,
    took: Math.max(0, Date.parse(finished_at) - Date.parse(started_at)) / 1000,
    characters: countSpokenCharacters(text),
    speed: tts_params?.speed ?? 1,
    engine: speech.engine,
    render_work: renderWorkPerSecond(output),
    fps: videoFps(output),
    handles: handlesOf(specification),
  };
}
