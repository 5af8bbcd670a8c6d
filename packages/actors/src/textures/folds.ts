import { bell, smoothStep } from '../geometry/mesh/index.ts';
import { noise } from './noise.ts';

/** Measurements for placing folds on a face, in meters: half the distance between the eyes, and mouth height above the eyes (negative). */
export interface FoldFrame {
  eyes: number;
  mouth: number;
}

/** Depth of a fold at a distance of `away` from its line. @param width how far from the line it has faded, in meters */
const line = (away: number, width: number): number => Math.exp(-((away / width) ** 2));

/**
 * Depth of the folds at a point when the muscles below it contract, 0..1: across the forehead, between the brows, at the outer corners of
 * the eyes, from the nose to the corners of the mouth, and above the chin. x is in meters from the middle, and y in meters above the eyes.
 */
export function foldDepth(x: number, y: number, { eyes, mouth }: FoldFrame): number {
  const aside = Math.abs(x);
  const wobble = 0.0025 * (noise((x + 1) * 90, (y + 1) * 60, 4096, 31) - 0.5);
  const brow = foreheadLines(x, y + wobble);
  const frown = line(aside - 0.006 - 0.12 * (y - 0.012) + wobble, 0.0011) * bell(y - 0.017, 0.013);
  return Math.min(1, Math.max(brow, 0.9 * frown, crowsFeet(aside - eyes, y), noseToMouth(aside, y - mouth), chin(aside, y - mouth)));
}

/** Four lines that arch over the brows. */
function foreheadLines(x: number, y: number): number {
  const arch = y - 1.2 * x * x + 0.0006 * Math.cos(x * 160);
  const within = smoothStep(0.026, 0.032, y) * smoothStep(0.064, 0.054, y) * smoothStep(0.046, 0.022, Math.abs(x));
  const spacing = 0.0085;
  const index = Math.round((arch - 0.03) / spacing);
  return within * line(arch - 0.03 - index * spacing, 0.0014) * (0.3 + 0.7 * noise(x * 60 + 50, index + 8, 4096, 33));
}

/** Lines that fan out from the outer corner of the eye. @param x distance outward from the middle of the eye, in meters */
function crowsFeet(x: number, y: number): number {
  const [from, up] = [x - 0.012, y + 0.001];
  const far = Math.hypot(from, up);
  const angle = Math.atan2(up, from);
  const within = smoothStep(0.004, 0.008, far) * smoothStep(0.024, 0.013, far) * (from > 0 ? 1 : 0);
  const nearest = [-0.62, -0.2, 0.25].reduce((least, at) => Math.min(least, Math.abs(angle - at)), 9);
  return 0.75 * within * line(nearest * far, 0.001);
}

/** A curve from the wing of the nose past the corner of the mouth. @param y height above the mouth, in meters */
function noseToMouth(aside: number, y: number): number {
  const share = Math.min(1, Math.max(0, (0.026 - y) / 0.034));
  const x = 0.0185 + 0.0155 * share ** 0.75;
  const within = smoothStep(0.03, 0.02, y) * smoothStep(-0.003, 0.009, y);
  // The fold is steep on the nose side and rises gradually toward the cheek.
  const away = aside - x;
  return within * (away < 0 ? line(away, 0.0017) : line(away, 0.0034));
}

function chin(aside: number, y: number): number {
  return 0.8 * line(y + 0.0165 - 3 * aside * aside, 0.0016) * smoothStep(0.018, 0.009, aside);
}
