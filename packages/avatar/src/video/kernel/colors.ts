/** Conversion of pictures to luma and chroma (ITU-R BT.709, limited range), many pixels at a time. */

/** Weights of red and blue in luma; green has the rest (ITU-R BT.709-6, table 4). */
const KR: f64 = 0.2126;
const KB: f64 = 0.0722;
const KG: f64 = 1 - KR - KB;

/** Fixed-point numbers have 16 bits behind the point. */
const ONE: f64 = 65536;
const HALF: i32 = 32768;

/** Luma is 16..235 where a channel is 0..255, chroma 16..240 (BT.709-6, table 4). */
const BLACK: i32 = 16;
const GRAY: i32 = 128;
const LUMA: f64 = (219.0 / 255) * ONE;
const BLUE_CHROMA: f64 = (112.0 / 255 / (1 - KB)) * ONE;
const RED_CHROMA: f64 = (112.0 / 255 / (1 - KR)) * ONE;

const Y_RED = i32(floor(KR * LUMA + 0.5));
const Y_GREEN = i32(floor(KG * LUMA + 0.5));
const Y_BLUE = i32(floor(KB * LUMA + 0.5));
const U_RED = i32(floor(-KR * BLUE_CHROMA + 0.5));
const U_GREEN = i32(floor(-KG * BLUE_CHROMA + 0.5));
const U_BLUE = i32(floor((1 - KB) * BLUE_CHROMA + 0.5));
const V_RED = i32(floor((1 - KR) * RED_CHROMA + 0.5));
const V_GREEN = i32(floor(-KG * RED_CHROMA + 0.5));
const V_BLUE = i32(floor(-KB * RED_CHROMA + 0.5));

/** Luma of one color, of three channels 0..255. */
export function encodeLuma(red: i32, green: i32, blue: i32): i32 {
  return ((Y_RED * red + Y_GREEN * green + Y_BLUE * blue + HALF) >> 16) + BLACK;
}

/** Blue chroma of one color. */
export function encodeBlueChroma(red: i32, green: i32, blue: i32): i32 {
  return ((U_RED * red + U_GREEN * green + U_BLUE * blue + HALF) >> 16) + GRAY;
}

/** Red chroma of one color. */
export function encodeRedChroma(red: i32, green: i32, blue: i32): i32 {
  return ((V_RED * red + V_GREEN * green + V_BLUE * blue + HALF) >> 16) + GRAY;
}

/**
 * Converts a picture, `width` by `height` pixels of RGBA, to luma: rows of `pitch` bytes, where bytes beyond the width are undefined. Reads
 * and writes up to sixteen pixels beyond the picture.
 */
export function convertLuma(pixels: usize, width: i32, height: i32, luma: usize, pitch: i32): void {
  for (let row = 0; row < height; row++) {
    let from = pixels + row * width * 4;
    for (let column = 0; column < width; column += 16) {
      const first = i16x8.narrow_i32x4_u(lumaOf(v128.load(from)), lumaOf(v128.load(from, 16)));
      const second = i16x8.narrow_i32x4_u(lumaOf(v128.load(from, 32)), lumaOf(v128.load(from, 48)));
      v128.store(luma + column, i8x16.narrow_i16x8_u(first, second));
      from += 64;
    }
    luma += pitch;
  }
}

/**
 * Converts a picture to the chromas of a frame, each the mean of four pixels. `u` and `v` are where the picture's first ones belong,
 * `stride` is from one row of chroma to the next, and `scratch` has room for two rows of the picture.
 */
export function convertChroma(pixels: usize, width: i32, height: i32, u: usize, v: usize, stride: i32, scratch: usize): void {
  for (let row = 0; row < height; row += 2) {
    let above = pixels + row * width * 4;
    let below = above + width * 4;
    let to = scratch;
    for (let column = 0; column < width; column += 8) {
      const left = v128.load(above);
      const right = v128.load(above, 16);
      const leftBelow = v128.load(below);
      const rightBelow = v128.load(below, 16);
      const rb = addPairs(i16x8.add(redBlue(left), redBlue(leftBelow)), i16x8.add(redBlue(right), redBlue(rightBelow)));
      const ga = addPairs(i16x8.add(greenAlpha(left), greenAlpha(leftBelow)), i16x8.add(greenAlpha(right), greenAlpha(rightBelow)));
      const four = i16x8.narrow_i32x4_u(
        chromaOf(rb, ga, pair(U_RED, U_BLUE), pair(U_GREEN, 0)),
        chromaOf(rb, ga, pair(V_RED, V_BLUE), pair(V_GREEN, 0)),
      );
      const bytes = i8x16.narrow_i16x8_u(four, four);
      v128.store32_lane(to, bytes, 0);
      v128.store32_lane(to + width, bytes, 1);
      to += 4;
      above += 32;
      below += 32;
    }
    memory.copy(u, scratch, width >> 1);
    memory.copy(v, scratch + width, width >> 1);
    u += stride;
    v += stride;
  }
}

/** Two numbers of 16 bits in turn, in all lanes. */
function pair(even: i32, odd: i32): v128 {
  return i32x4.splat((odd << 16) | (even & 0xffff));
}

/** Red and blue of four pixels, 16 bits each. */
function redBlue(pixels: v128): v128 {
  return v128.and(pixels, i16x8.splat(255));
}

/** Green and alpha of four pixels, 16 bits each. Alpha is given no weight. */
function greenAlpha(pixels: v128): v128 {
  return i16x8.shr_u(pixels, 8);
}

/** Green of four pixels twice, 16 bits each: its weight in luma is too large for one number of 16 bits with a sign. */
function greenTwice(pixels: v128): v128 {
  return i8x16.shuffle(pixels, i8x16.splat(0), 1, 16, 1, 16, 5, 16, 5, 16, 9, 16, 9, 16, 13, 16, 13, 16);
}

/** Luma of four pixels, 32 bits each. */
function lumaOf(pixels: v128): v128 {
  const green = i32x4.dot_i16x8_s(greenTwice(pixels), pair(Y_GREEN >> 1, Y_GREEN - (Y_GREEN >> 1)));
  const others = i32x4.dot_i16x8_s(redBlue(pixels), pair(Y_RED, Y_BLUE));
  return i32x4.shr_s(i32x4.add(i32x4.add(green, others), i32x4.splat(HALF + (BLACK << 16))), 16);
}

/** Adds up neighbors among eight numbers of 32 bits: four sums. */
function addPairs(first: v128, second: v128): v128 {
  return i16x8.add(v128.shuffle<i32>(first, second, 0, 2, 4, 6), v128.shuffle<i32>(first, second, 1, 3, 5, 7));
}

/** One chroma of four pixels, each the sum of four: of their red and blue, of their green and alpha. */
function chromaOf(rb: v128, ga: v128, weights: v128, greenWeight: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(rb, weights), i32x4.dot_i16x8_s(ga, greenWeight));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(4 * HALF + (GRAY << 18))), 18);
}
