/** Blurs the out-of-focus area, like a lens focused on the face. */

/**
 * Mixes each pixel of luma with the mean of its four neighbors and writes it to another place. Rows are `pitch` bytes apart in the source,
 * `stride` in the target, and `line` in the shares. Reads one pixel beyond each side.
 *
 * @param shares of the neighbors, 0..127
 */
export function soften(from: usize, pitch: i32, to: usize, stride: i32, shares: usize, line: i32, width: i32, height: i32): void {
  for (let row = 0; row < height; row++) {
    let column = 0;
    for (; column + 16 <= width; column += 16) {
      const share = v128.load(shares + column);
      const at = from + column;
      const m = v128.load(at);
      if (!v128.any_true(share)) {
        v128.store(to + column, m);
        continue;
      }
      const down = i8x16.avgr_u(v128.load(at - pitch), v128.load(at + pitch));
      const mean = i8x16.avgr_u(down, i8x16.avgr_u(v128.load(at - 1), v128.load(at + 1)));
      const low = mixLow(m, mean, share);
      const high = mixHigh(m, mean, share);
      v128.store(to + column, i8x16.narrow_i16x8_u(low, high));
    }
    for (; column < width; column++) {
      const at = from + column;
      const m = i32(load<u8>(at));
      const down = (i32(load<u8>(at - pitch)) + i32(load<u8>(at + pitch)) + 1) >> 1;
      const across = (i32(load<u8>(at - 1)) + i32(load<u8>(at + 1)) + 1) >> 1;
      const mean = (down + across + 1) >> 1;
      store<u8>(to + column, m + (((mean - m) * i32(load<u8>(shares + column)) + 64) >> 7));
    }
    from += pitch;
    to += stride;
    shares += line;
  }
}

function mixLow(m: v128, mean: v128, share: v128): v128 {
  const own = i16x8.extend_low_i8x16_u(m);
  const change = i16x8.mul(i16x8.sub(i16x8.extend_low_i8x16_u(mean), own), i16x8.extend_low_i8x16_u(share));
  return i16x8.add(own, i16x8.shr_s(i16x8.add(change, i16x8.splat(64)), 7));
}

function mixHigh(m: v128, mean: v128, share: v128): v128 {
  const own = i16x8.extend_high_i8x16_u(m);
  const change = i16x8.mul(i16x8.sub(i16x8.extend_high_i8x16_u(mean), own), i16x8.extend_high_i8x16_u(share));
  return i16x8.add(own, i16x8.shr_s(i16x8.add(change, i16x8.splat(64)), 7));
}
