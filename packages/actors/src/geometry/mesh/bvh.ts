import { startKernel } from './kernel.wasm.ts';

export interface TriangleSoup {
  /** Corner coordinates, 9 values per triangle. */
  corners: Float32Array;
  /** Fraction of light that each triangle absorbs, 0..1. */
  opacities: Float32Array;
}

/** Size of a WebAssembly memory page, in bytes. */
const PAGE = 65_536;
/** Number of values per triangle: corner coordinates and opacity. */
const TRIANGLE = 10;

/** The functions exported by `kernel/`, and their memory. */
interface Kernel {
  base(): number;
  sizeOf(count: number): number;
  build(count: number): void;
  transmittance(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): number;
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
}

/** A bounding volume hierarchy over triangles. */
export class Bvh {
  /** Returns the fraction of light that passes along a ray within `reach`, 0..1. The direction must be a unit vector. */
  readonly transmittance: Kernel['transmittance'];

  constructor({ corners, opacities }: TriangleSoup) {
    const { base, sizeOf, build, transmittance, memory } = startKernel<Kernel>();
    const missing = base() + sizeOf(opacities.length) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    const triangles = new Float32Array(memory.buffer, base(), TRIANGLE * opacities.length);
    for (let t = 0; t < opacities.length; t++) {
      for (let k = 0; k < 9; k++) triangles[TRIANGLE * t + k] = corners[9 * t + k]!;
      triangles[TRIANGLE * t + 9] = opacities[t]!;
    }
    build(opacities.length);
    this.transmittance = transmittance;
  }
}
