import type { LightingName } from '@talking-avatar/contract';
import { normalize, type Vector } from './matrix.ts';
import { PANORAMAS } from './panoramas.ts';

/** A directional light: the direction it comes from, and its linear color multiplied by its intensity. */
export interface Light {
  readonly direction: Vector;
  readonly color: Vector;
  /** Distance from the face, in meters. Light from nearby fades toward the chest. Far away by default. */
  readonly distance?: number;
}

export interface Lighting {
  readonly key: Light;
  readonly rim: Light;
  /** Light from all around: RGB factors for 1, y, z, x, xy, yz, zz, xz, and xx - yy of the surface normal. */
  readonly irradiance: readonly Vector[];
  /** The panorama that eyes and saliva reflect, the rows of its rotation from world space, and its brightness. */
  readonly panorama: { name: LightingName; rotation: readonly [Vector, Vector, Vector]; brightness: number };
}

/** Light that a panorama casts on an actor. Angles are in radians, from the front toward the actor's left, and above the horizon. */
interface Studio {
  /**
   * Direction the main light is turned to, its intensity, how much of its color is kept (negative for the opposite color), and its distance
   * from the face in meters.
   */
  key: { azimuth: number; elevation: number; intensity: number; tint: number; distance?: number };
  rim: { azimuth: number; elevation: number; color: Vector };
  /** Mean light from all around, and how much of its color and of its contrast between directions is kept. */
  ambient: { mean: number; tint: number; contrast: number };
  /** Soft light from the side that the key light doesn't reach. */
  fill: { azimuth: number; elevation: number; color: Vector };
}

const STUDIOS: Readonly<Record<LightingName, Studio>> = {
  studio: {
    key: { azimuth: -0.74, elevation: 0.6, intensity: 3.1, tint: -0.3, distance: 0.85 },
    rim: { azimuth: 2.4, elevation: 0.5, color: [3.4, 3.5, 3.8] },
    ambient: { mean: 0.3, tint: 0.3, contrast: 0.6 },
    fill: { azimuth: 0.9, elevation: 0.1, color: [0.17, 0.18, 0.21] },
  },
  window: {
    key: { azimuth: -0.95, elevation: 0.32, intensity: 2.15, tint: 0.7 },
    rim: { azimuth: 2.4, elevation: 0.3, color: [0.7, 0.62, 0.52] },
    ambient: { mean: 0.5, tint: 0.8, contrast: 0.8 },
    fill: { azimuth: 0.9, elevation: 0, color: [0.22, 0.19, 0.16] },
  },
  evening: {
    key: { azimuth: -0.8, elevation: 0.3, intensity: 2.2, tint: 1 },
    rim: { azimuth: 2.3, elevation: 0.3, color: [1.5, 1.6, 2.3] },
    ambient: { mean: 0.42, tint: 1, contrast: 0.7 },
    fill: { azimuth: 0.9, elevation: 0.2, color: [0.16, 0.2, 0.3] },
  },
  stage: {
    key: { azimuth: -0.4, elevation: 0.72, intensity: 2.5, tint: 0.5 },
    rim: { azimuth: 2.45, elevation: 0.6, color: [2.4, 2.7, 3.6] },
    ambient: { mean: 0.22, tint: 0.8, contrast: 0.8 },
    fill: { azimuth: 0.7, elevation: -0.1, color: [0.2, 0.19, 0.22] },
  },
};

/** The lights turn by this fraction of the camera azimuth, so that the visible side of the face is always lit. */
const FOLLOWS_CAMERA = 0.7;
/** Fraction of the radiance in each band that a surface with a cosine response keeps (Ramamoorthi and Hanrahan 2001). */
const COSINE = [1, 2 / 3, 2 / 3, 2 / 3, 1 / 4, 1 / 4, 1 / 4, 1 / 4, 1 / 4] as const;
/** Normalization of the real spherical harmonics. The seventh is for 3 zz - 1. */
const NORMALS = [0.282095, 0.488603, 0.488603, 0.488603, 1.092548, 1.092548, 0.315392, 1.092548, 0.546274] as const;

/** Creates a lighting setup. @param azimuth camera azimuth, in radians */
export function createLighting(name: LightingName, azimuth: number): Lighting {
  const { key, rim, ambient, fill } = STUDIOS[name];
  const turn = azimuth * FOLLOWS_CAMERA;
  const panorama = PANORAMAS[name];
  const rotation = rotationTo(panorama.key, { azimuth: key.azimuth + turn, elevation: key.elevation });
  const harmonics = panorama.harmonics;
  const mean: Vector = [harmonics[0], harmonics[1], harmonics[2]];
  const gray = (0.3 * mean[0] + 0.55 * mean[1] + 0.15 * mean[2]) * NORMALS[0];
  const fillFrom = directionOf(turn + fill.azimuth, fill.elevation);

  /** Returns the light on a surface from the panorama and the fill light. */
  const lightOn = (nx: number, ny: number, nz: number): Vector => {
    const along = (row: Vector): number => row[0] * nx + row[1] * ny + row[2] * nz;
    const values = basis(along(rotation[0]), along(rotation[1]), along(rotation[2]));
    const filled = Math.max(0, 0.3 + 0.7 * along(fillFrom));
    const channel = (k: 0 | 1 | 2): number => {
      let own = 0;
      for (let band = 0; band < values.length; band++) {
        const contrast = band ? ambient.contrast : 1;
        own += values[band]! * NORMALS[band]! * COSINE[band]! * harmonics[3 * band + k]! * contrast;
      }
      const plain = own * (gray / (mean[k] * NORMALS[0]));
      const tinted = Math.max(0.1, ambient.tint * own + (1 - ambient.tint) * plain);
      return (ambient.mean * tinted) / gray + fill.color[k] * filled;
    };
    return [channel(0), channel(1), channel(2)];
  };
  return {
    key: {
      direction: directionOf(turn + key.azimuth, key.elevation),
      color: panorama.color.map((value) => key.intensity * (1 + key.tint * (value - 1))) as unknown as Vector,
      ...(key.distance && { distance: key.distance }),
    },
    rim: { direction: directionOf(turn + rim.azimuth, rim.elevation), color: rim.color },
    irradiance: fitIrradiance(lightOn),
    panorama: { name, rotation, brightness: ambient.mean },
  };
}

/** Returns the values that `Lighting.irradiance` factors are multiplied by. Here, zz is centered. */
const basis = (x: number, y: number, z: number): number[] => [1, y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y];

/** Number of directions in which to sample light for the fit. */
const SAMPLES = 512;

/** Projects directional light onto spherical harmonics. */
function fitIrradiance(lightOn: (x: number, y: number, z: number) => Vector): Vector[] {
  const sums = Array.from({ length: 9 }, () => [0, 0, 0] as [number, number, number]);
  for (let k = 0; k < SAMPLES; k++) {
    // Points on a Fibonacci sphere.
    const y = 1 - (2 * k + 1) / SAMPLES;
    const across = Math.sqrt(1 - y * y);
    const around = k * Math.PI * (3 - Math.sqrt(5));
    const x = across * Math.cos(around);
    const z = across * Math.sin(around);
    const light = lightOn(x, y, z);
    const values = basis(x, y, z);
    for (let band = 0; band < values.length; band++)
      for (let c = 0; c < 3; c++) sums[band]![c]! += (4 * Math.PI * values[band]! * NORMALS[band]! ** 2 * light[c]!) / SAMPLES;
  }
  const zz = sums[6]!;
  for (let c = 0; c < 3; c++) {
    sums[0]![c]! -= zz[c]!;
    zz[c]! *= 3;
  }
  return sums;
}

interface Angles {
  azimuth: number;
  elevation: number;
}

/** Returns the rows of the rotation that maps a world direction to a panorama direction and keeps it upright. */
function rotationTo(from: Angles, to: Angles): [Vector, Vector, Vector] {
  const frameOf = ({ azimuth, elevation }: Angles): [Vector, Vector, Vector] => [
    [Math.cos(azimuth), 0, -Math.sin(azimuth)],
    [-Math.sin(azimuth) * Math.sin(elevation), Math.cos(elevation), -Math.cos(azimuth) * Math.sin(elevation)],
    directionOf(azimuth, elevation),
  ];
  const [world, panorama] = [frameOf(to), frameOf(from)];
  return [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => [0, 1, 2].reduce((sum, k) => sum + panorama[k]![row]! * world[k]![column]!, 0)),
  ) as unknown as [Vector, Vector, Vector];
}

/** Returns the direction that is `around` from the front toward the actor's left, and `up` above the horizon, both in radians. */
export function directionOf(around: number, up: number): Vector {
  return normalize([Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up)]);
}
