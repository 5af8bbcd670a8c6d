/**
 * Names that the curves of a CSV or a GLB may have: ARKit's 52 shapes, the expressions of VRM 1.0, or the morph targets and bones of Ready
 * Player Me.
 */
export const TARGETS = ['arkit', 'vrm', 'ready_player_me'] as const;

export type TargetsName = (typeof TARGETS)[number];
