/** Maximum lip speed in the humanoid rig, per second: 0.24 per frame at 60 fps. */
const MAX_SPEED = 14.4;
/** Time to reach that speed and to come to rest, and the duration of the whole approach, in s. */
const RAMP_SECONDS = 1 / 60;
const APPROACH_SECONDS = 1 / MAX_SPEED + RAMP_SECONDS;

/**
 * Computes the humanoid rig's four lip-together controls: mouthClose / jawOpen, as in Epic's animation blueprint, or 0 if the jaw is
 * shut. The quotient changes faster than either value, so the lips start to close earlier and take just as long to part.
 */
export function lipsTogetherCurve(close: Float32Array, jaw: Float32Array, fps: number): Float32Array {
  const ratio = close.map((value, frame) => (jaw[frame]! > 0 ? value / jaw[frame]! : 0));
  const reach = Math.ceil(APPROACH_SECONDS * fps) - 1;
  const shares = Array.from({ length: reach + 1 }, (_, frames) => 1 - approachShare(frames / fps));
  return ratio.map((_, frame) => {
    let together = 0;
    const last = Math.min(ratio.length - 1, frame + reach);
    for (let other = Math.max(0, frame - reach); other <= last; other++) {
      together = Math.max(together, ratio[other]! * shares[Math.abs(other - frame)]!);
    }
    return together;
  });
}

/** Returns the fraction of the approach completed after `t` seconds: constant speed with a smooth start and end. */
function approachShare(t: number): number {
  if (t < RAMP_SECONDS) return (MAX_SPEED * t * t) / (2 * RAMP_SECONDS);
  if (t > APPROACH_SECONDS) return 1;
  if (t > APPROACH_SECONDS - RAMP_SECONDS) return 1 - (MAX_SPEED * (APPROACH_SECONDS - t) ** 2) / (2 * RAMP_SECONDS);
  return MAX_SPEED * (t - RAMP_SECONDS / 2);
}
