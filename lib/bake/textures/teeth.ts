import sharp from 'sharp';
import type { Colour } from '../makehuman/index.ts';

/** Width and height of the texture, pixels. */
const SIZE = 512;
/** Least value of the strongest channel of a piece, 0..255: shadows at the edges would join pieces. */
const MIN_PIECE_VALUE = 95;
/** Ratio of red to the mean of green and blue from which a piece is gum. */
const GUM_REDNESS = 1.35;
/** Difference in redness of two neighbours where enamel touches gum. */
const BORDER_REDNESS = 0.2;
/** Colour of enamel, and colour that is mixed into gums to make them paler. */
const IVORY: Colour = [222, 210, 188];
const PINK: Colour = [168, 96, 92];
const PINK_SHARE = 0.55;
/** Share of the light and dark in MakeHuman's enamel that remains. */
const SHADE_SHARE = 0.24;
/** Pixels by which the colour extends beyond a piece, so that scaled-down versions have no fringe. */
const DILATION = 6;

/**
 * Repaints MakeHuman's teeth and gums, whose enamel is grey with painted shadows: uniform ivory, paler gums.
 *
 * @param path MakeHuman's image: pieces on black, each either enamel or gum
 */
export async function paintTeeth(path: string): Promise<Uint8Array> {
  const { data } = await sharp(path)
    .flatten({ background: '#000' })
    .resize(SIZE, SIZE, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const painted = Buffer.alloc(data.length);
  let filled = new Uint8Array(SIZE * SIZE);
  for (const piece of findPieces(data)) {
    let [red, others, light] = [0, 0, 0];
    for (const i of piece) {
      red += data[3 * i]!;
      others += (data[3 * i + 1]! + data[3 * i + 2]!) / 2;
      light += lightness(data, i);
    }
    const isGum = red > GUM_REDNESS * others;
    const mean = light / piece.length;
    for (const i of piece) {
      filled[i] = 1;
      const relative = lightness(data, i) / mean;
      for (let k = 0; k < 3; k++) {
        const enamel = IVORY[k]! * (1 - SHADE_SHARE + SHADE_SHARE * Math.min(1, relative));
        const gum = data[3 * i + k]! * (1 - PINK_SHARE) + PINK_SHARE * PINK[k]! * Math.min(1.3, relative);
        painted[3 * i + k] = Math.min(255, Math.round(isGum ? gum : enamel));
      }
    }
  }
  for (let round = 0; round < DILATION; round++) filled = dilate(painted, filled);
  const raw = { width: SIZE, height: SIZE, channels: 3 } as const;
  return Uint8Array.from(await sharp(painted, { raw }).jpeg({ quality: 92 }).toBuffer());
}

const lightness = (data: Uint8Array, i: number): number =>
  0.3 * data[3 * i]! + 0.59 * data[3 * i + 1]! + 0.11 * data[3 * i + 2]!;

const isEmpty = (data: Uint8Array, i: number): boolean =>
  Math.max(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!) < MIN_PIECE_VALUE;

/** Ratio of red to the mean of green and blue. */
const redness = (data: Uint8Array, i: number): number => data[3 * i]! / ((data[3 * i + 1]! + data[3 * i + 2]!) / 2 + 1);

/** Returns whether enamel touches gum between two pixels. */
const isBorder = (data: Uint8Array, one: number, other: number): boolean =>
  Math.abs(redness(data, one) - redness(data, other)) > BORDER_REDNESS;

/** Lists the pixels of each connected piece. */
function findPieces(data: Uint8Array): number[][] {
  const seen = new Uint8Array(SIZE * SIZE);
  const pieces: number[][] = [];
  for (let first = 0; first < seen.length; first++) {
    if (seen[first] || isEmpty(data, first)) continue;
    const piece = [first];
    seen[first] = 1;
    for (let next = 0; next < piece.length; next++)
      for (const other of neighboursOf(piece[next]!)) {
        if (seen[other] || isEmpty(data, other) || isBorder(data, piece[next]!, other)) continue;
        seen[other] = 1;
        piece.push(other);
      }
    pieces.push(piece);
  }
  return pieces;
}

/** Dilates pieces by a pixel. */
function dilate(painted: Uint8Array, filled: Uint8Array): Uint8Array<ArrayBuffer> {
  const grown = Uint8Array.from(filled);
  for (let i = 0; i < filled.length; i++) {
    if (filled[i]) continue;
    const from = neighboursOf(i).find((other) => filled[other]);
    if (from === undefined) continue;
    for (let k = 0; k < 3; k++) painted[3 * i + k] = painted[3 * from + k]!;
    grown[i] = 1;
  }
  return grown;
}

/** Lists the adjacent pixels. */
function neighboursOf(i: number): number[] {
  const x = i % SIZE;
  return [
    ...(x > 0 ? [i - 1] : []),
    ...(x < SIZE - 1 ? [i + 1] : []),
    ...(i >= SIZE ? [i - SIZE] : []),
    ...(i < SIZE * (SIZE - 1) ? [i + SIZE] : []),
  ];
}
