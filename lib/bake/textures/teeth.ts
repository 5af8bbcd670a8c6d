import sharp from 'sharp';
import type { Colour } from '../makehuman/index.ts';

/** Pixels to each side of the painted texture. */
const SIZE = 512;
/** Where the strongest of red, green and blue is less there is no piece, 0..255: shadows at the edges join pieces. */
const EMPTY = 95;
/** Red over the mean of green and blue, from which a piece is gum. */
const GUM = 1.35;
/** How far the redness of two neighbours differs where enamel touches gum. */
const BORDER = 0.2;
/** Enamel, and what gums are mixed with to be less glaring. */
const IVORY: Colour = [240, 224, 194];
const PINK: Colour = [168, 96, 92];
const PINKER = 0.55;
/** Light and dark that are left of those painted into MakeHuman's enamel. */
const DEPTH = 0.24;
/** How far the colour runs out of a piece, pixels: smaller versions get no fringe. */
const MARGIN = 6;

/**
 * Paints teeth and gums over MakeHuman's, whose enamel is grey and has its shadows painted in: even ivory, paler gums.
 *
 * @param path MakeHuman's picture: pieces on black, each either enamel or gum.
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
    const isGum = red > GUM * others;
    const mean = light / piece.length;
    for (const i of piece) {
      filled[i] = 1;
      const relative = lightness(data, i) / mean;
      for (let k = 0; k < 3; k++) {
        const enamel = IVORY[k]! * (1 - DEPTH + DEPTH * Math.min(1, relative));
        const gum = data[3 * i + k]! * (1 - PINKER) + PINKER * PINK[k]! * Math.min(1.3, relative);
        painted[3 * i + k] = Math.min(255, Math.round(isGum ? gum : enamel));
      }
    }
  }
  for (let round = 0; round < MARGIN; round++) filled = spread(painted, filled);
  const raw = { width: SIZE, height: SIZE, channels: 3 } as const;
  return Uint8Array.from(await sharp(painted, { raw }).jpeg({ quality: 92 }).toBuffer());
}

const lightness = (data: Uint8Array, i: number): number =>
  0.3 * data[3 * i]! + 0.59 * data[3 * i + 1]! + 0.11 * data[3 * i + 2]!;

const isEmpty = (data: Uint8Array, i: number): boolean =>
  Math.max(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!) < EMPTY;

/** How red a pixel is beside its green and blue. */
const redness = (data: Uint8Array, i: number): number => data[3 * i]! / ((data[3 * i + 1]! + data[3 * i + 2]!) / 2 + 1);

/** Whether enamel and gum touch between two pixels. */
const isBorder = (data: Uint8Array, one: number, other: number): boolean =>
  Math.abs(redness(data, one) - redness(data, other)) > BORDER;

/** Pixels of each piece: those that hang together. */
function findPieces(data: Uint8Array): number[][] {
  const seen = new Uint8Array(SIZE * SIZE);
  const pieces: number[][] = [];
  for (let first = 0; first < seen.length; first++) {
    if (seen[first] || isEmpty(data, first)) continue;
    const piece = [first];
    seen[first] = 1;
    for (let next = 0; next < piece.length; next++)
      for (const other of besides(piece[next]!)) {
        if (seen[other] || isEmpty(data, other) || isBorder(data, piece[next]!, other)) continue;
        seen[other] = 1;
        piece.push(other);
      }
    pieces.push(piece);
  }
  return pieces;
}

/** Lets pieces grow by a pixel. */
function spread(painted: Uint8Array, filled: Uint8Array): Uint8Array<ArrayBuffer> {
  const grown = Uint8Array.from(filled);
  for (let i = 0; i < filled.length; i++) {
    if (filled[i]) continue;
    const from = besides(i).find((other) => filled[other]);
    if (from === undefined) continue;
    for (let k = 0; k < 3; k++) painted[3 * i + k] = painted[3 * from + k]!;
    grown[i] = 1;
  }
  return grown;
}

/** The pixels beside a pixel. */
function besides(i: number): number[] {
  const x = i % SIZE;
  return [
    ...(x > 0 ? [i - 1] : []),
    ...(x < SIZE - 1 ? [i + 1] : []),
    ...(i >= SIZE ? [i - SIZE] : []),
    ...(i < SIZE * (SIZE - 1) ? [i + SIZE] : []),
  ];
}
