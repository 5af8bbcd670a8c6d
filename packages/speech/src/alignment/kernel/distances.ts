/** Distances between frames of features, four values at a time. */

/** Bytes of a frame: 40 numbers of 32 bits. */
const FRAME: usize = 160;

/**
 * Euclidean distances (f32, at `to`) of the frame at `from` to the frames from `first` to `end`. Its values are read once and stay in
 * registers; with two sums, no addition waits for the previous one.
 */
export function measure(from: usize, first: usize, end: usize, to: usize): void {
  const own0 = v128.load(from);
  const own1 = v128.load(from, 16);
  const own2 = v128.load(from, 32);
  const own3 = v128.load(from, 48);
  const own4 = v128.load(from, 64);
  const own5 = v128.load(from, 80);
  const own6 = v128.load(from, 96);
  const own7 = v128.load(from, 112);
  const own8 = v128.load(from, 128);
  const own9 = v128.load(from, 144);
  for (; first < end; first += FRAME) {
    let even = squares(own0, v128.load(first));
    let odd = squares(own1, v128.load(first, 16));
    even = f32x4.add(even, squares(own2, v128.load(first, 32)));
    odd = f32x4.add(odd, squares(own3, v128.load(first, 48)));
    even = f32x4.add(even, squares(own4, v128.load(first, 64)));
    odd = f32x4.add(odd, squares(own5, v128.load(first, 80)));
    even = f32x4.add(even, squares(own6, v128.load(first, 96)));
    odd = f32x4.add(odd, squares(own7, v128.load(first, 112)));
    even = f32x4.add(even, squares(own8, v128.load(first, 128)));
    odd = f32x4.add(odd, squares(own9, v128.load(first, 144)));
    const sum = f32x4.add(even, odd);
    const left = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1);
    const right = f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3);
    store<f32>(to, sqrt(left + right));
    to += 4;
  }
}

/** Squared differences of four pairs of numbers. */
function squares(own: v128, other: v128): v128 {
  const difference = f32x4.sub(own, other);
  return f32x4.mul(difference, difference);
}
