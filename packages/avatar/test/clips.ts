import type { Clip } from '@talking-avatar/animation';

/** Creates a clip in which some channels move and all others are at rest. */
export function clipOf(frames: number, channels: Readonly<Record<string, (frame: number) => number>>, fps = 30): Clip {
  return {
    fps,
    frames,
    channels: new Map(Object.entries(channels).map(([name, draw]) => [name, Float32Array.from({ length: frames }, (_, k) => draw(k))])),
  };
}
