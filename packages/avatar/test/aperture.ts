import type { Clip } from '@talking-avatar/animation';
import type { ActorModel } from '../src/index.ts';
import { type ActorMeasures, measureActor, placeCamera } from '../src/render/camera.ts';
import { createRenderer, type Gpu, type ViewSettings } from '../src/render/index.ts';
import { transform } from '../src/render/matrix.ts';

/** Width and height of the rendered picture, in pixels. */
const SIDE = 720;
const VIEW: ViewSettings = { camera: 0, width: SIDE, height: SIDE, background: { red: 78, green: 84, blue: 92 } };
/** Size of the square around the mouth that is searched, as a share of the height of the head. */
const SEARCHED = 0.34;
/** How much of the square is searched, from the top. The chin is below that, and its shadow on a beard is as dark as a mouth. */
const ROWS = 0.75;
/** Pixels with luma below this are the dark gap between the lips. The teeth and tongue are painted black. */
const DARK = 30;
/** A column counts toward the width if the opening is at least this high there, in pixels. */
const MIN_HEIGHT = 2;
/** Maximum width of a glint on a tooth, in pixels. */
const WIDEST_GLINT = 3;
/** The skin is brightened by this factor, so that even dark skin is brighter than the darkness between the lips. */
const BRIGHTER = 8;
/** How far the jaw is open in the mouth that widths are relative to, which is neutral and slightly open. */
const NEUTRAL_JAW = 0.15;

/** Measures how far an actor's lips are open in rendered pictures. */
export interface Aperture {
  /** Width relative to a neutral mouth that is slightly open. 0 if the lips are closed. */
  width(clip: Clip, frame: number): Promise<number>;
  close(): void;
}

/** @param gpu renders the actor from camera 0, without a beard and with a black mouth */
export async function measureAperture(gpu: Gpu, actor: ActorModel): Promise<Aperture> {
  const renderer = await createRenderer(gpu, brightenSkin(blackenMouth(actor)), VIEW);
  const { left, top, side } = mouthSquare(actor, measureActor(actor));
  const widthIn = async (clip: Clip, frame: number): Promise<number> => {
    const region = await renderer.render(clip, frame);
    const open = Array.from({ length: side }, (_, column) => {
      let count = 0;
      for (let row = 0; row < ROWS * side; row++) {
        const at = 4 * ((top + row - region.y) * region.width + left + column - region.x);
        const [r, g, b] = [region.pixels[at]!, region.pixels[at + 1]!, region.pixels[at + 2]!];
        if (0.2126 * r + 0.7152 * g + 0.0722 * b < DARK) count++;
      }
      return count >= MIN_HEIGHT;
    });
    return longestRun(open);
  };
  const neutral = await widthIn({ fps: 30, frames: 1, channels: new Map([['jawOpen', Float32Array.of(NEUTRAL_JAW)]]) }, 0);
  return {
    width: async (clip, frame) => (await widthIn(holdHead(clip), frame)) / neutral,
    close: () => renderer.close(),
  };
}

/** The corners of the mouth are dark too, but separate from the opening. A glint on a wet tooth does not split the opening in two. */
function longestRun(open: readonly boolean[]): number {
  let [first, last, longest] = [-1, -1, 0];
  open.forEach((each, column) => {
    if (!each) return;
    if (first < 0 || column - last > WIDEST_GLINT + 1) first = column;
    last = column;
    longest = Math.max(longest, last - first + 1);
  });
  return longest;
}

function mouthSquare(actor: ActorModel, measures: ActorMeasures): { left: number; top: number; side: number } {
  const { positions } = actor.parts.find(({ substance }) => substance === 'teeth')!;
  let foremost = 0;
  for (let at = 0; at < positions.length; at += 3) if (positions[at + 2]! > positions[foremost + 2]!) foremost = at;
  const { viewProjection } = placeCamera(0, measures, 1);
  const rowOf = (y: number): number => {
    const [, py, , w] = transform(viewProjection, [0, y, positions[foremost + 2]!]) as unknown as number[];
    return ((1 - py! / w!) / 2) * SIDE;
  };
  const middle = rowOf(positions[foremost + 1]!);
  const side = Math.round(SEARCHED * Math.abs(rowOf(measures.chin) - rowOf(measures.chin + measures.head)));
  return { left: Math.round((SIDE - side) / 2), top: Math.round(middle - side / 3), side };
}

/** Returns the actor with black teeth and a black tongue, so that everything between the lips is dark. */
export function blackenMouth(actor: ActorModel): ActorModel {
  const parts = actor.parts.map((part) =>
    part.substance === 'teeth' || part.substance === 'tongue'
      ? { ...part, material: { ...part.material, tint: [0, 0, 0] as const, roughness: 1 } }
      : part,
  );
  return { ...actor, parts };
}

/** Returns the actor with bright skin and without a beard, so that nothing is dark except the area between the lips. */
function brightenSkin(actor: ActorModel): ActorModel {
  const parts = actor.parts.flatMap((part) => {
    const { material } = part;
    const bright = material.tint.map((value) => BRIGHTER * value) as unknown as typeof material.tint;
    if (part.substance === 'hair') return [];
    return [part.substance === 'skin' ? { ...part, material: { ...material, tint: bright } } : part];
  });
  return { ...actor, parts };
}

/** Removes head motion from the clip. */
const holdHead = (clip: Clip): Clip => ({
  ...clip,
  channels: new Map([...clip.channels].filter(([name]) => !name.startsWith('head'))),
});
