import { type Channel, ROTATIONS } from '../channels.ts';
import type { Clip } from '../clip.ts';
import type { Column } from './column.ts';
import { lipsTogetherCurve } from './lips-together.ts';
import { columnNameOf, LIVELINK_CHANNELS } from './livelink.ts';
import { CURVE_PREFIX, METAHUMAN_CURVES, type MetaHumanCurve } from './metahuman-curves.ts';
import { ARKIT_WEIGHTS, EXTRA_WEIGHTS, LIPS_TOGETHER } from './metahuman-weights.ts';
import { stickyLipCurves, swallowCurves } from './soft-tissue.ts';
import { vrmExpressions } from './vrm.ts';

/** `humanoid` is for MetaHumans, `blendshape` for ARKit rigs, `vrm` for VRM 1.0, and `ready_player_me` for Ready Player Me avatars. */
export const RIGS = ['humanoid', 'blendshape', 'vrm', 'ready_player_me'] as const;

export type Rig = (typeof RIGS)[number];

/**
 * Maps a clip to the columns of a rig. `blendshape` has the 61 Live Link Face columns. `humanoid` adds the 251 MetaHuman control curves,
 * which Unreal's animation blueprint passes through. All rigs include the rotations.
 * @throws RangeError if the clip is missing a Live Link Face channel
 */
export function mapColumns(clip: Clip, rig: Rig): Column[] {
  if (rig === 'vrm') return [...vrmExpressions(clip), ...named(clip, ROTATIONS)];
  if (rig === 'ready_player_me') return named(clip, LIVELINK_CHANNELS);
  const columns: Column[] = LIVELINK_CHANNELS.map((channel) => ({
    name: columnNameOf(channel),
    values: requireChannel(clip, channel),
  }));
  return rig === 'humanoid' ? [...columns, ...mapMetaHuman(clip)] : columns;
}

/** Maps channels to columns with the same names. */
const named = (clip: Clip, channels: readonly Channel[]): Column[] =>
  channels.map((name) => ({ name, values: requireChannel(clip, name) }));

function mapMetaHuman(clip: Clip): Column[] {
  const curves = new Map<MetaHumanCurve, Float32Array>();
  for (const table of [ARKIT_WEIGHTS, EXTRA_WEIGHTS]) {
    for (const [channel, weights] of Object.entries(table)) {
      const source = clip.channels.get(channel);
      if (source === undefined) continue;
      for (const [curve, weight] of Object.entries(weights)) {
        addWeighted(curves, curve as MetaHumanCurve, source, weight);
      }
    }
  }
  const jaw = requireChannel(clip, 'jawOpen');
  const together = lipsTogetherCurve(requireChannel(clip, 'mouthClose'), jaw, clip.fps);
  for (const curve of LIPS_TOGETHER) curves.set(curve, together);
  for (const [curve, values] of stickyLipCurves(together, jaw, clip.fps)) curves.set(curve, values);
  const swallow = clip.channels.get('swallow');
  for (const [curve, values] of swallow ? swallowCurves(swallow, clip.fps) : []) curves.set(curve, values);
  for (const values of curves.values()) clampUnits(values);
  return METAHUMAN_CURVES.map((curve) => ({ name: CURVE_PREFIX + curve, values: curves.get(curve) ?? null }));
}

function addWeighted(curves: Map<MetaHumanCurve, Float32Array>, curve: MetaHumanCurve, source: Float32Array, weight: number): void {
  const sum = curves.get(curve) ?? new Float32Array(source.length);
  for (let frame = 0; frame < sum.length; frame++) sum[frame]! += weight * source[frame]!;
  curves.set(curve, sum);
}

function clampUnits(values: Float32Array): void {
  for (let frame = 0; frame < values.length; frame++) values[frame] = Math.min(1, Math.max(0, values[frame]!));
}

function requireChannel(clip: Clip, channel: Channel): Float32Array {
  const values = clip.channels.get(channel);
  if (values === undefined) throw new RangeError(`the clip has no channel '${channel}'`);
  return values;
}
