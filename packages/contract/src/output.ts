import * as v from 'valibot';
import { LIMITS } from './limits.ts';
import { numberBetween, wholeNumber } from './numbers.ts';
import { withRules } from './rules.ts';
import { TARGETS } from './targets.ts';
import { urlWith } from './urls.ts';
import { holdsBackground, VIDEO_FORMATS } from './video-files.ts';

export const OUTPUT_TYPES = ['csv', 'fbx', 'glb', 'video'] as const;

/** Result types of a job: an output, or one of the client's custom avatars (`POST /lipsync/avatars`). */
export const RESULT_TYPES = [...OUTPUT_TYPES, 'avatar'] as const;
export type ResultType = (typeof RESULT_TYPES)[number];

/** Default frames per second of a video. */
export const VIDEO_FPS = 30;

/** Frames per second of every CSV, because importers do not accept any other rate. Also the default for an FBX or GLB. */
export const CSV_FPS = 60;

/** Film and broadcast frame rates, from the name used in a job to the exact rate: 24, 30, or 60 divided by 1.001 (SMPTE ST 12-1). */
const FRACTIONAL_FPS: ReadonlyMap<number, number> = new Map([
  [23.976, 24_000 / 1001],
  [29.97, 30_000 / 1001],
  [59.94, 60_000 / 1001],
]);

const fractions = [...FRACTIONAL_FPS.keys()];

/** Returns the exact rate for `output.fps`; 29.97 means 30,000 frames in 1001 s. */
export const exactFps = (fps: number): number => FRACTIONAL_FPS.get(fps) ?? fps;

/** Ways to turn the eyeballs of an FBX or GLB: the bones `leftEye` and `rightEye`, the eyeLook shapes, or both. */
export const GAZES = ['bones', 'shapes', 'both'] as const;
export type Gaze = (typeof GAZES)[number];

/** Default handles of a CSV, FBX, or GLB, in seconds: the usual lead-in and lead-out for clips that will be joined. */
export const CLIP_HANDLES = 0.3;

/** Color of fully transparent pixels, from 0 to 255 per channel. Players do not show it. */
export const VIDEO_BACKGROUND = { red: 104, green: 116, blue: 130 } as const;

const side = v.pipe(wholeNumber(LIMITS.minPixels, LIMITS.maxPixels), v.multipleOf(2, 'an even number of pixels'));

const channel = wholeNumber(0, 255);

const colorSchema = v.strictObject({ red: channel, green: channel, blue: channel });

const backgroundImageSchema = v.strictObject({
  url: v.pipe(
    urlWith(['http:', 'https:', 's3:'], 'an http(s) URL of an image, or the URL of an upload'),
    v.description(
      `A PNG, JPEG, or WebP image of at most ${LIMITS.backgroundBytes} bytes and ${LIMITS.backgroundPixels} pixels: an http(s) URL, or the URL of an upload (\`POST /lipsync/uploads\`).`,
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
          'The video file format: "mp4" (H.264); for a transparent background, "webm" (VP9, the default) or "mov" (ProRes 4444); for a background image, "mp4" or "webm". At 30 frames per second, a "mov" may be up to 120 s at 1280 × 720 or 53 s at 1920 × 1080; longer jobs fail.',
        ),
      ),
    ),
    fps: v.optional(
      v.pipe(
        v.union([
          wholeNumber(LIMITS.minFps, LIMITS.maxFps, 'a whole number, or 23.976, 29.97, or 59.94 for fbx and glb output'),
          v.picklist(fractions),
        ]),
        v.description(
          `A whole number; for an FBX or GLB, also ${fractions.join(', ')}. At most ${LIMITS.maxVideoFps} for a video. A CSV always has ${CSV_FPS}, because its importers do not accept any other rate.`,
        ),
      ),
    ),
    handles: v.optional(
      v.pipe(
        numberBetween(0, LIMITS.handleSeconds),
        v.description(
          `Seconds of silence before and after synthesized speech, during which the face leaves and returns to its rest pose. Default: ${CLIP_HANDLES} for a CSV, FBX, or GLB; 0 for a video. A recording keeps its length.`,
        ),
      ),
    ),
    gaze: v.optional(
      v.pipe(
        v.picklist(GAZES),
        v.description(
          'What turns the eyeballs of an FBX or GLB. "bones" (the default): bone curves; the eyeLook shapes move only the lids. "shapes": the eyeLook shapes, as in Live Link, without bone curves. "both": the shapes, plus bone curves for the few degrees that shapes miss.',
        ),
      ),
    ),
    targets: v.optional(
      v.pipe(
        v.picklist(TARGETS),
        v.description(
          'The curve names in a CSV or GLB. "arkit": the default. "vrm": VRM 1.0 expressions; a GLB is then a VRM animation (.vrma). "ready_player_me": its morph targets and bones; a GLB then contains only the animation.',
        ),
      ),
    ),
    curves: v.optional(
      v.pipe(
        v.boolean(),
        v.description("If true, a video job also has the artifact `csv` with its curves, the same job's CSV at 60 frames per second."),
      ),
    ),
    mesh: v.optional(
      v.pipe(
        v.boolean(),
        v.description(
          'If false, an FBX or GLB contains only the animation, on the bones and on a triangle with the 52 shapes instead of the head.',
        ),
      ),
    ),
  }),
  [
    {
      field: 'fps',
      reads: [['type']],
      accepts: ({ type, fps }) => type !== 'video' || fps === undefined || fps <= LIMITS.maxVideoFps,
      expected: `at most ${LIMITS.maxVideoFps} for video output`,
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
      expected: 'absent with a transparent background',
    },
  ],
);

export type OutputType = (typeof OUTPUT_TYPES)[number];
