import type { OutputType } from '@talking-avatar/contract';

/**
 * Fields of a job of each output type, besides text and language.
 *
 * @param size of videos, pixels
 */
export const outputKinds = (size: { width: number; height: number }): Readonly<Record<OutputType, object>> => ({
  csv: { target_rig: 'metahuman', output: { type: 'csv' } },
  fbx: { target_rig: 'arkit', output: { type: 'fbx' } },
  glb: { target_rig: 'arkit', output: { type: 'glb' } },
  video: { target_rig: 'metahuman', output: { type: 'video', ...size } },
});
