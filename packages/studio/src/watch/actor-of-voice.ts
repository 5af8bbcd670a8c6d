import { ACTORS } from '@talking-avatar/contract';

/**
 * The actor whose own voice spoke; undefined for other voices.
 * @param voice name of the voice as the status has it, such as `cmu_us_slt+chloe`
 */
export const actorOfVoice = (voice: string | undefined): string | undefined => ACTORS.find(({ id }) => voice?.endsWith(`+${id}`))?.id;
