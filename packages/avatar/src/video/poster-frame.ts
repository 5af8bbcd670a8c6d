import type { Clip } from '@talking-avatar/animation';

/** Finds the frame in which the face looks best: eyes open, mouth nearly closed, looking ahead. Skips the first 0.3 s if possible. */
export function findPosterFrame({ frames, fps, channels }: Clip): number {
  const read = (name: string, frame: number): number => channels.get(name)?.[frame] ?? 0;
  const cost = (frame: number): number =>
    3 * (read('eyeBlinkLeft', frame) + read('eyeBlinkRight', frame)) +
    2 * Math.abs(read('jawOpen', frame) - 0.04) +
    2 * (Math.abs(read('headYaw', frame)) + Math.abs(read('headPitch', frame)) + Math.abs(read('leftEyeYaw', frame))) +
    Math.max(read('mouthPucker', frame), read('mouthFunnel', frame)) -
    0.3 * (read('mouthSmileLeft', frame) + read('mouthSmileRight', frame));
  let best = 0;
  for (let frame = Math.min(frames - 1, Math.round(fps * 0.3)); frame < frames; frame++) {
    if (cost(frame) < cost(best)) best = frame;
  }
  return best;
}
