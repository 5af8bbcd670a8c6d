import type { OutputType } from '@talking-avatar/contract';

/**
 * Returns the job fields for each output type, apart from text and language.
 *
 * @param size size of videos, in pixels
 */
export const outputKinds = (size: { width: number; height: number }): Readonly<Record<OutputType, object>> => ({
  csv: { target_rig: 'metahuman', output: { type: 'csv' } },
  fbx: { target_rig: 'arkit', output: { type: 'fbx' } },
  glb: { target_rig: 'arkit', output: { type: 'glb' } },
  video: { target_rig: 'metahuman', output: { type: 'video', ...size } },
});
