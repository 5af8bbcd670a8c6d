import type { HairRelief, Material, Part, ReliefView } from '@talking-avatar/avatar/model';
import sharp from 'sharp';
import { CUTS } from './geometry/groom/cuts.ts';
import type { Card } from './geometry/groom/strand.ts';
import type { Vector } from './geometry/mesh/index.ts';
import { growStrands } from './geometry/relief/children.ts';
import { LOOKS } from './geometry/relief/looks.ts';
import type { Picture } from './geometry/relief/paint.ts';
import { makeRelief } from './geometry/relief/relief.ts';
import { densityOn, type Groomer } from './groom.ts';
import type { Hair } from './makehuman/index.ts';

/** Camera angles around the head, in degrees. Video cameras are at 0, 33, and -33. The head turns 42% of the way to the side cameras. */
const AZIMUTHS = [0, 19.1, -19.1] as const;
/** WebP options. More effort would take three times as long to save only a tenth of the bytes. */
const WEBP = { quality: 82, alphaQuality: 90, effort: 1 } as const;

export interface Grown {
  /** Names of the hair cards and of the single hairs at the edge of the hair. */
  name: string;
  fine: string;
  /** Strands that the cards follow, with one point per step. */
  guides: readonly Card[];
  material: Material;
  /** Skin and clothes. */
  surfaces: readonly Part[];
  groomer: Pick<Groomer, 'bind' | 'frame'>;
  /** Point between the eyes. */
  center: Vector;
}

/** Renders hair for videos from each direction, as strands around the guides of the cards. @returns undefined for a beard */
export async function bakeRelief(
  { cut, color }: Hair,
  { name, fine, guides, material, surfaces, groomer: { bind, frame }, center }: Grown,
): Promise<HairRelief | undefined> {
  const look = LOOKS[cut];
  if (!look) return undefined;
  const strands = growStrands(guides, look, frame.size, (place) => densityOn(frame, CUTS[cut], place));
  const views: ReliefView[] = [];
  for (const degrees of AZIMUTHS) {
    const azimuth = (degrees * Math.PI) / 180;
    const { core, fringe, picture } = makeRelief(
      { strands, surfaces, frame, color, center, parted: look.parted ?? false, settings: { material, bind } },
      azimuth,
    );
    const bytes = await encode(picture);
    views.push({
      azimuth,
      parts: [core, fringe],
      texture: { name: `relief${degrees}`, mediaType: 'image/webp', bytes },
    });
  }
  return { replaces: [name, `${name}-cap`, fine], views };
}

async function encode({ width, height, data }: Picture): Promise<Uint8Array> {
  return Uint8Array.from(
    await sharp(data, { raw: { width, height, channels: 4 } })
      .webp(WEBP)
      .toBuffer(),
  );
}
