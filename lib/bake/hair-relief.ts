import sharp from 'sharp';
import type { HairRelief, Material, Part } from '../../layers/avatar/model/index.ts';
import { CUTS } from './geometry/groom/cuts.ts';
import type { Card } from './geometry/groom/strand.ts';
import type { Vector } from './geometry/mesh/index.ts';
import { growStrands } from './geometry/relief/children.ts';
import { LOOKS } from './geometry/relief/looks.ts';
import { makeRelief } from './geometry/relief/relief.ts';
import { densityOn, type Groomer } from './groom.ts';
import type { Hair } from './makehuman/index.ts';

/**
 * Angles around the head from which cameras see it, degrees: films have cameras at 0, 33 and -33 degrees around the actor, and the head
 * faces those at the sides by 42 % of it.
 */
const AZIMUTHS = [0, 19.1, -19.1] as const;

/** How pictures are compressed: WebP, with little effort, which takes a third of the time of the usual. */
const PICTURE = { quality: 82, alphaQuality: 90, effort: 1, smartSubsample: false } as const;

/** What the relief of a head of hair is made of. */
interface Grown {
  /** Its cards, and the single hairs at its edge. */
  name: string;
  fine: string;
  guides: readonly Card[];
  material: Material;
  surfaces: readonly Part[];
  groomer: Groomer;
  centre: Vector;
}

/** Draws hair as films see it: strands about the guides that its cards follow, from each direction. */
export async function bakeRelief(
  { cut, colour }: Hair,
  { name, fine, guides, material, surfaces, groomer: { bind, frame }, centre }: Grown,
): Promise<HairRelief | undefined> {
  const look = LOOKS[cut];
  if (!look) return undefined;
  if (process.env.DUMPIN)
    (await import('node:fs')).writeFileSync(
      process.env.DUMPIN + '/' + (globalThis as any).bakingId + '.v8',
      (await import('node:v8')).serialize({
        cut,
        colour,
        name,
        fine,
        guides,
        material,
        surfaces: surfaces.map((p) => ({ positions: p.positions, indices: p.indices })),
        frame,
        centre,
      }),
    );
  const started = process.cpuUsage().user / 1000;
  const strands = growStrands(guides, look, frame.size, (place) => densityOn(frame, CUTS[cut], place));
  console.log(
    name,
    guides.length,
    'guides',
    strands.starts.length,
    'strands',
    strands.points.length / 8,
    'points',
    Math.round(process.cpuUsage().user / 1000 - started),
    'ms',
  );
  const views = [];
  for (const degrees of AZIMUTHS) {
    const started = process.cpuUsage().user / 1000;
    const azimuth = (degrees * Math.PI) / 180;
    const { core, fringe, picture } = makeRelief(
      { strands, surfaces, frame, colour, centre, parted: look.parted ?? false, settings: { material, bind } },
      azimuth,
    );
    const made = process.cpuUsage().user / 1000;
    const { width, height, data } = picture;
    const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
      .webp(PICTURE)
      .toBuffer();
    console.log(
      degrees,
      width,
      height,
      Math.round(made - started),
      'ms',
      Math.round(process.cpuUsage().user / 1000 - made),
      'ms',
      bytes.length,
      core.indices.length / 3,
      fringe.indices.length / 3,
    );
    if (process.env.DUMP)
      await sharp(data, { raw: { width, height, channels: 4 } })
        .png()
        .toFile(`${process.env.DUMP}/sheet${degrees}.png`);
    views.push({
      ...{ azimuth, parts: [core, fringe] },
      texture: { name: `relief${degrees}`, mediaType: 'image/webp' as const, bytes: Uint8Array.from(bytes) },
    });
  }
  return { replaces: [name, `${name}-cap`, fine], views };
}
