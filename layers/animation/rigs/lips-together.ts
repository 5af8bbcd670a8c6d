/** Largest closing speed of the lips of the humanoid rig, 1/s: 0.24 per frame at 60 fps. */
const SPEED = 14.4;
/** Time to reach that speed and to come to rest, s, and duration of the whole approach, s. */
const CORNER = 1 / 60;
const WAY = 1 / SPEED + CORNER;

/**
 * Computes the curve of the four lip-together controls of the humanoid rig: mouthClose / jawOpen, as in Epic's
 * animation blueprint; 0 where the jaw is shut. The quotient changes faster than its terms. Closing lips therefore
 * start early enough to be closed on time; opening follows the quotient.
 */
export function lipsTogetherCurve(close: Float32Array, jaw: Float32Array, fps: number): Float32Array {
  const asked = close.map((value, frame) => (jaw[frame]! > 0 ? value / jaw[frame]! : 0));
  const approach = Array.from({ length: Math.ceil(WAY * fps) }, (_, frames) => 1 - travel(frames / fps));
  return asked.map((_, frame) => {
    let together = 0;
    for (let ahead = 0; ahead < approach.length && frame + ahead < asked.length; ahead++) {
      together = Math.max(together, asked[frame + ahead]! * approach[ahead]!);
    }
    return together;
  });
}

/** Returns the share of the approach that is done after `t` seconds: constant speed with smooth start and end. */
function travel(t: number): number {
  if (t < CORNER) return (SPEED * t * t) / (2 * CORNER);
  if (t > WAY) return 1;
  if (t > WAY - CORNER) return 1 - (SPEED * (WAY - t) ** 2) / (2 * CORNER);
  return SPEED * (t - CORNER / 2);
}
