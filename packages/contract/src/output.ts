import * as v from 'valibot';
import { LIMITS } from './limits.ts';
import { numberBetween, wholeNumber } from './numbers.ts';
import { withRules } from './rules.ts';
import { TARGETS } from './targets.ts';
import { urlWith } from './urls.ts';
import { holdsBackground, VIDEO_FORMATS } from './video-files.ts';

export const OUTPUT_TYPES = ['csv', 'fbx', 'glb', 'video'] as const;

/** Default frames per second of a video. */
export const VIDEO_FPS = 30;

/** Frames per second of every CSV, the only rate its importers accept; default of an FBX and a GLB. */
export const CSV_FPS = 60;

/** Frame rates of film and broadcast as named in a job, and exactly: 24, 30 and 60 over 1.001 (SMPTE ST 12-1). */
const FRACTIONAL_FPS: ReadonlyMap<number, number> = new Map([
  [23.976, 24_000 / 1001],
  [29.97, 30_000 / 1001],
  [59.94, 60_000 / 1001],
]);

const fractions = [...FRACTIONAL_FPS.keys()];

/** The exact rate of `output.fps`: 29.97 means 30,000 frames in 1001 s. */
export const exactFps = (fps: number): number => FRACTIONAL_FPS.get(fps) ?? fps;

/** How the eyeballs of an FBX or a GLB turn: by the bones `leftEye` and `rightEye`, the eyeLook shapes, or both. */
export const GAZES = ['bones', 'shapes', 'both'] as const;
export type Gaze = (typeof GAZES)[number];

/** Default handles of a CSV, an FBX and a GLB, s: the usual lead-in and lead-out of clips that are joined. */
export const CLIP_HANDLES = 0.3;

/** Color of transparent pixels, which players do not show, 0..255 per channel. */
export const VIDEO_BACKGROUND = { red: 104, green: 116, blue: 130 } as const;

const side = v.pipe(wholeNumber(LIMITS.minPixels, LIMITS.maxPixels), v.multipleOf(2, 'an even number of pixels'));

const channel = wholeNumber(0, 255);

const colorSchema = v.strictObject({ red: channel, green: channel, blue: channel });

const backgroundImageSchema = v.strictObject({
  url: v.pipe(
    urlWith(['http:', 'https:', 's3:'], 'an http(s) URL of an image, or the URL of an upload'),
    v.description(
      `A PNG, JPEG or WebP image of at most ${LIMITS.backgroundBytes} bytes and ${LIMITS.backgroundPixels} pixels: an http(s) URL, or the URL of an upload (\`POST /lipsync/uploads\`).`,
    ),
  ),
  blur: v.optional(v.pipe(numberBetween(0, 1), v.description('0 for a sharp image; 1 for a very blurred one.')), 0),
});

/** Schema of `output`. Fields that do not apply to the output type are validated anyway. */
export const outputSchema = withRules(
  v.strictObject({
    type: v.picklist(OUTPUT_TYPES),
    width: v.optional(side, 1280),
    height: v.optional(side, 720),
    background_color: v.optional(colorSchema),
    background: v.optional(
      v.union([
        v.pipe(v.literal('transparent'), v.description('A video with alpha (not premultiplied) instead of a background color.')),
        v.pipe(backgroundImageSchema, v.description('An image behind the actor. It fills the frame and is cropped to fit.')),
      ]),
    ),
    format: v.optional(
      v.pipe(
        v.picklist(VIDEO_FORMATS),
        v.description(
          'The file of a video: "mp4" (H.264); for a transparent background "webm" (VP9, the default) or "mov" (ProRes 4444); for a background image also "webm". A "mov" may have 120 s at 1280 × 720 and 53 s at 1920 × 1080, each at 30 frames a second; a longer job fails.',
        ),
      ),
    ),
    fps: v.optional(
      v.pipe(
        v.union([
          wholeNumber(LIMITS.minFps, LIMITS.maxFps, 'a whole number, or 23.976, 29.97 or 59.94 for fbx and glb output'),
          v.picklist(fractions),
        ]),
        v.description(
          `A whole number; for an FBX or a GLB also ${fractions.join(', ')}. At most ${LIMITS.maxVideoFps} for a video. A CSV always has ${CSV_FPS}: its importers accept no other rate.`,
        ),
      ),
    ),
    handles: v.optional(
      v.pipe(
        numberBetween(0, LIMITS.handleSeconds),
        v.description(
          `Seconds of silence before and after synthesized speech, in which the face leaves rest and returns to it. Default: ${CLIP_HANDLES} for a CSV, an FBX and a GLB, 0 for a video. A recording keeps its length.`,
        ),
      ),
    ),
    gaze: v.optional(
      v.pipe(
        v.picklist(GAZES),
        v.description(
          'How the eyeballs of an FBX or a GLB turn. "bones" (the default): curves of the bones; the eyeLook shapes only move the lids. "shapes": the eyeLook shapes, as Live Link drives them; the bones have no curves. "both": the shapes, and the bones by the few degrees that shapes miss.',
        ),
      ),
    ),
    targets: v.optional(
      v.pipe(
        v.picklist(TARGETS),
        v.description(
          'The names of the curves of a CSV or a GLB: "arkit" (the default); "vrm": the expressions of VRM 1.0, as a GLB a VRM animation (.vrma); "ready_player_me": its morph targets and bones, as a GLB only the animation.',
        ),
      ),
    ),
    curves: v.optional(
      v.pipe(
        v.boolean(),
        v.description('true: a video also has the artifact `csv` with its curves: the CSV of the same job, at 60 frames a second.'),
      ),
    ),
    mesh: v.optional(
      v.pipe(
        v.boolean(),
        v.description(
          'false: an FBX or a GLB with only the animation, on the bones and on a triangle with the 52 shapes instead of the head.',
        ),
      ),
    ),
  }),
  [
    {
      field: 'fps',
      reads: [['type']],
      accepts: ({ type, fps }) => type !== 'video' || fps === undefined || fps <= LIMITS.maxVideoFps,
      expected: `a number of at most ${LIMITS.maxVideoFps} for video output`,
    },
    {
      field: 'fps',
      reads: [['type']],
      accepts: ({ type, fps }) => type !== 'video' || fps === undefined || Number.isInteger(fps),
      expected: 'a whole number for video output',
    },
    {
      field: 'format',
      reads: [['background']],
      accepts: (output) => output.background !== 'transparent' || holdsBackground(output),
      expected: '"webm" or "mov" for a transparent background',
    },
    {
      field: 'format',
      reads: [['background']],
      accepts: (output) => typeof output.background !== 'object' || holdsBackground(output),
      expected: '"mp4" or "webm" for a background image',
    },
    {
      field: 'format',
      reads: [['background']],
      accepts: (output) => output.background !== undefined || holdsBackground(output),
      expected: '"mp4", or "transparent" as output.background',
    },
    {
      field: 'background_color',
      reads: [['background']],
      accepts: ({ background, background_color }) => background !== 'transparent' || background_color === undefined,
      expected: 'no color with a transparent background',
    },
  ],
);

export type OutputType = (typeof OUTPUT_TYPES)[number];
