/** Pictures with alpha: converts premultiplied colors to the straight colors of files. */

/**
 * Divides the colors of a picture, `width` by `height` pixels of RGBA, by alpha, in place, and copies alpha to rows of `pitch` bytes.
 * Pixels that are fully transparent get the color `empty` (RGBA, little-endian, with alpha 0).
 */
export function separateAlpha(pixels: usize, width: i32, height: i32, alpha: usize, pitch: i32, empty: u32): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const pixel = load<u32>(pixels);
      const a = pixel >>> 24;
      store<u8>(alpha + column, u8(a));
      if (a === 0) store<u32>(pixels, empty);
      else if (a < 255) store<u32>(pixels, divide(pixel, a));
      pixels += 4;
    }
    alpha += pitch;
  }
}

function divide(pixel: u32, a: u32): u32 {
  const red = min<u32>(255, ((pixel & 255) * 255 + (a >> 1)) / a);
  const green = min<u32>(255, (((pixel >> 8) & 255) * 255 + (a >> 1)) / a);
  const blue = min<u32>(255, (((pixel >> 16) & 255) * 255 + (a >> 1)) / a);
  return (a << 24) | (blue << 16) | (green << 8) | red;
}

/**
 * Extends a picture's colors into its transparent pixels by a number of pixels: smoothed edges, half-resolution chroma, and compression mix
 * colors from beyond the edge. Pixels that it fills get an alpha of 1. `list` has room for an address of each pixel.
 */
export function extendColors(pixels: usize, width: i32, height: i32, distance: i32, list: usize): void {
  let end = list;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if (alphaAt(pixels, at) !== 0 && isBesideEmpty(pixels, at, row, column, width, height)) {
        store<i32>(end, at);
        end += 4;
      }
    }
  }
  let next = list;
  for (let step = 0; step < distance; step++) {
    const last = end;
    for (; next < last; next += 4) {
      const at = load<i32>(next);
      const row = at / width;
      const column = at - row * width;
      for (let y = max(0, row - 1); y <= min(height - 1, row + 1); y++) {
        for (let x = max(0, column - 1); x <= min(width - 1, column + 1); x++) {
          const neighbor = y * width + x;
          if (alphaAt(pixels, neighbor) !== 0) continue;
          store<u32>(pixels + neighbor * 4, meanAround(pixels, y, x, width, height));
          store<i32>(end, neighbor);
          end += 4;
        }
      }
    }
  }
}

function alphaAt(pixels: usize, at: i32): u32 {
  return load<u8>(pixels + at * 4 + 3);
}

function isBesideEmpty(pixels: usize, at: i32, row: i32, column: i32, width: i32, height: i32): bool {
  return (
    (column > 0 && alphaAt(pixels, at - 1) === 0) ||
    (column < width - 1 && alphaAt(pixels, at + 1) === 0) ||
    (row > 0 && alphaAt(pixels, at - width) === 0) ||
    (row < height - 1 && alphaAt(pixels, at + width) === 0)
  );
}

/** Mean of the colors around a pixel, weighted by alpha; its own alpha is 1. */
function meanAround(pixels: usize, row: i32, column: i32, width: i32, height: i32): u32 {
  let red: u32 = 0;
  let green: u32 = 0;
  let blue: u32 = 0;
  let sum: u32 = 0;
  for (let y = max(0, row - 1); y <= min(height - 1, row + 1); y++) {
    for (let x = max(0, column - 1); x <= min(width - 1, column + 1); x++) {
      const pixel = load<u32>(pixels + (y * width + x) * 4);
      const a = pixel >>> 24;
      red += (pixel & 255) * a;
      green += ((pixel >> 8) & 255) * a;
      blue += ((pixel >> 16) & 255) * a;
      sum += a;
    }
  }
  const half = sum >> 1;
  return (1 << 24) | (((blue + half) / sum) << 16) | (((green + half) / sum) << 8) | ((red + half) / sum);
}
