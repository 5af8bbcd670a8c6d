/** Curve names of a CSV or GLB: ARKit's 52 shapes, VRM 1.0's expressions, or Ready Player Me's morph targets and bones. */
export const TARGETS = ['arkit', 'vrm', 'ready_player_me'] as const;

export type TargetsName = (typeof TARGETS)[number];
