/** Animation curves: a Float32Array of `frames` values per channel. Shapes are 0..1, rotations in radians. Frame i is at i / fps s. */
export interface Clip {
  fps: number;
  frames: number;
  channels: ReadonlyMap<string, Float32Array>;
}

/** Resamples a clip by linear interpolation, which keeps all bounds, even between channels. Solving at `fps` gives smoother motion. */
export function resampleClip(clip: Clip, fps: number): Clip {
  if (fps === clip.fps) return clip;
  const frames = Math.max(1, Math.ceil((clip.frames / clip.fps) * fps - 1e-6));
  const channels = new Map<string, Float32Array>();
  for (const [name, values] of clip.channels) channels.set(name, resampleValues(values, clip.fps / fps, frames));
  return { fps, frames, channels };
}

function resampleValues(values: Float32Array, step: number, frames: number): Float32Array {
  const last = values.length - 1;
  return Float32Array.from({ length: frames }, (_, frame) => {
    const position = Math.min(last, frame * step);
    const k = Math.floor(position);
    const here = values[k]!;
    return here + (position - k) * (values[Math.min(last, k + 1)]! - here);
  });
}
