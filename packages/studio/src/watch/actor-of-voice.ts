import { ACTORS } from '@talking-avatar/contract';

/** The actor whose own voice spoke; undefined for others. @param voice as in the status, such as `cmu_us_slt+chloe` */
export const actorOfVoice = (voice: string | undefined): string | undefined => ACTORS.find(({ id }) => voice?.endsWith(`+${id}`))?.id;
