import { Buffer } from 'node:buffer';
import { FloatType } from 'three';
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js';

/** A panorama, as linear colors, row by row from the zenith down. The first column faces -z, and the following columns turn toward -x. */
export interface Panorama {
  width: number;
  height: number;
  /** 3 values per pixel. */
  colors: Float32Array;
}

/** Studio data for the renderer. */
export interface StudioData {
  /** Direction of the main light, in radians: azimuth from the front toward +x, and elevation above the horizon. */
  key: { azimuth: number; elevation: number };
  /** Color of the main light, scaled to a luminance of 1. */
  color: readonly number[];
  /** Radiance without the main light, scaled to a mean luminance of 1, as 9 spherical harmonics for each of red, green, and blue. */
  harmonics: readonly number[];
  /** Small panorama for reflections, of `PANORAMA` size. Each pixel is 3 bytes: the square roots of radiance / `PANORAMA.range`. */
  mirrored: Uint8Array;
}

/** Size of the panorama reflected in the eyes, and its maximum radiance relative to the mean without the main light. */
export const PANORAMA = { width: 64, height: 32, range: 16 } as const;
/** Angular radius of the main light around its brightest point, in radians. */
const KEY_RADIUS = 0.42;
/** Maximum radiance of the main light relative to the mean. Otherwise, the sun would outshine everything else reflected in the eyes. */
const KEY_LIMIT = 400;

/** Reads a panorama from the `@pmndrs/assets` package. @param dataUrl EXR file as a data URL */
export function readPanorama(dataUrl: string): Panorama {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const { width = 0, height = 0, data = [] } = new EXRLoader().setDataType(FloatType).parse(Uint8Array.from(bytes).buffer);
  const channels = data.length / (width * height);
  const colors = new Float32Array(width * height * 3);
  // The loader puts the bottom row first.
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let k = 0; k < 3; k++) colors[3 * ((height - 1 - y) * width + x) + k] = data[channels * (y * width + x) + k] as number;
  return { width, height, colors };
}

/** Returns the direction and solid angle of a pixel. */
function directionOf({ width, height }: { width: number; height: number }, x: number, y: number) {
  const elevation = Math.PI * (0.5 - (y + 0.5) / height);
  const azimuth = 2 * Math.PI * ((x + 0.5) / width - 0.5);
  const across = Math.cos(elevation);
  return {
    direction: [Math.sin(azimuth) * across, Math.sin(elevation), Math.cos(azimuth) * across] as const,
    weight: (across * 2 * Math.PI * Math.PI) / (width * height),
  };
}

const luminance = (colors: ArrayLike<number>, at: number): number => 0.3 * colors[at]! + 0.55 * colors[at + 1]! + 0.15 * colors[at + 2]!;

/** Derives a studio from a panorama: the main light, spherical harmonics for everything else, and the small panorama for reflections. */
export function deriveStudio(panorama: Panorama): StudioData {
  const { width, height, colors } = panorama;
  const small = shrink(panorama);
  const center = findKey(small);
  const sums = { direction: [0, 0, 0], key: [0, 0, 0], rest: [0, 0, 0], keyWeight: 0, restWeight: 0 };
  const isKey = (direction: readonly number[]): boolean =>
    Math.acos(
      Math.min(
        1,
        direction.reduce((sum, value, k) => sum + value * center[k]!, 0),
      ),
    ) < KEY_RADIUS;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      const { direction, weight } = directionOf(panorama, x, y);
      const key = isKey(direction);
      const into = key ? sums.key : sums.rest;
      for (let k = 0; k < 3; k++) into[k]! += weight * colors[at + k]!;
      sums[key ? 'keyWeight' : 'restWeight'] += weight;
      if (key) for (let k = 0; k < 3; k++) sums.direction[k]! += weight * luminance(colors, at) ** 2 * direction[k]!;
    }
  const mean = luminance(sums.rest, 0) / sums.restWeight;
  const harmonics = new Array<number>(27).fill(0);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      const { direction, weight } = directionOf(panorama, x, y);
      const dim = isKey(direction);
      for (const [band, value] of basis(direction).entries())
        for (let k = 0; k < 3; k++)
          harmonics[3 * band + k]! += (value * weight * (dim ? sums.rest[k]! / sums.restWeight : colors[at + k]!)) / mean;
    }
  const [dx, dy, dz] = sums.direction as [number, number, number];
  const keyLuminance = luminance(sums.key, 0);
  return {
    key: { azimuth: Math.atan2(dx, dz), elevation: Math.atan2(dy, Math.hypot(dx, dz)) },
    color: sums.key.map((value) => value / keyLuminance),
    harmonics,
    mirrored: Uint8Array.from(small.colors, (value) =>
      Math.round(255 * Math.sqrt(Math.min(1, Math.min(KEY_LIMIT, value / mean) / PANORAMA.range))),
    ),
  };
}

/** Finds the direction, above or near the horizon, where most of the light comes from. */
function findKey(small: Panorama): readonly [number, number, number] {
  const pixels = [...Array(small.width * small.height).keys()].map((i) => ({
    ...directionOf(small, i % small.width, Math.floor(i / small.width)),
    light: luminance(small.colors, 3 * i),
  }));
  const cosine = Math.cos(KEY_RADIUS);
  const lightAround = ([x, y, z]: readonly [number, number, number]): number =>
    pixels.reduce((sum, { direction: [px, py, pz], weight, light }) => (x * px + y * py + z * pz > cosine ? sum + weight * light : sum), 0);
  const candidates = pixels.filter(({ direction }) => direction[1] > -0.2 && direction[1] < 0.9);
  let [most, found] = [0, candidates[0]!.direction];
  for (const { direction } of candidates) {
    const light = lightAround(direction);
    if (light > most) [most, found] = [light, direction];
  }
  return found;
}

/** Evaluates the real spherical harmonics up to the second band. */
const basis = ([x, y, z]: readonly [number, number, number]): number[] => [
  0.282095,
  0.488603 * y,
  0.488603 * z,
  0.488603 * x,
  1.092548 * x * y,
  1.092548 * y * z,
  0.315392 * (3 * z * z - 1),
  1.092548 * x * z,
  0.546274 * (x * x - y * y),
];

/** Scales a panorama down to the size used for reflections. */
function shrink({ width, height, colors }: Panorama): Panorama {
  const [wide, high] = [width / PANORAMA.width, height / PANORAMA.height];
  const small = new Float32Array(PANORAMA.width * PANORAMA.height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let k = 0; k < 3; k++)
        small[3 * (Math.floor(y / high) * PANORAMA.width + Math.floor(x / wide)) + k]! += colors[3 * (y * width + x) + k]! / (wide * high);
  return { ...PANORAMA, colors: small };
}
