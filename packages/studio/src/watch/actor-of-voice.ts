import { ACTORS } from '@talking-avatar/contract';

/**
 * Returns the actor whose own voice was used, or undefined for other voices.
 * @param voice as in the job status, such as `cmu_us_slt+chloe`
 */
export const actorOfVoice = (voice: string | undefined): string | undefined => ACTORS.find(({ id }) => voice?.endsWith(`+${id}`))?.id;
