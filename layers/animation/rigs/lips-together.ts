/** Lips of the humanoid come together no faster than this, 1/s: 0.24 in a frame of 60. */
const SPEED = 14.4;
/** They take this long to come up to that speed, and to come to rest, s. */
const CORNER = 1 / 60;
const WAY = 1 / SPEED + CORNER;

/**
 * How far the four curves are on that bring the lips of the humanoid together: mouthClose / jawOpen, as Epic's animation blueprint
 * computes it, 0 where the jaw is shut. A quotient moves faster than what it is made of, so lips that close begin to so much
 * earlier that they are there in time; they part as they are told, with the burst.
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

/** The share of the way that is gone after `t` seconds: even, with rounded ends. */
function travel(t: number): number {
  if (t < CORNER) return (SPEED * t * t) / (2 * CORNER);
  if (t > WAY) return 1;
  if (t > WAY - CORNER) return 1 - (SPEED * (WAY - t) ** 2) / (2 * CORNER);
  return SPEED * (t - CORNER / 2);
}
