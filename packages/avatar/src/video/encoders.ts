import type { VideoFormatName } from '@talking-avatar/contract';
import type { ViewSettings } from '../render/index.ts';

interface Encoder {
  /** Pixel format of the frames, as named by ffmpeg. */
  pixels: 'yuv420p' | 'yuva420p';
  arguments: readonly string[];
  /** Name of the ffmpeg muxer. */
  muxer: string;
}

/**
 * MP4: for a talking head, these settings match the quality (SSIM 0.993) and size of `veryfast` in two thirds of the time. Macroblock-tree
 * rate control, which `superfast` omits, halves the file size. The lookahead is short to save memory. Adaptive B-frames, weighted
 * prediction, and cut detection are off, because a studio scene has no fades, flashes, or cuts. Using five consecutive B-frames instead of
 * three saves an eighth of the time (docs/decisions/0006-ffmpeg.md). WebM: alpha requires `auto-alt-ref 0` and no lookahead, so that each
 * packet is one visible frame. MOV: video editors expect 16 bits of alpha in ProRes 4444.
 */
const ENCODERS: Readonly<Record<VideoFormatName, Encoder>> = {
  mp4: {
    pixels: 'yuv420p',
    arguments: [
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-crf',
      '17',
      '-profile:v',
      'high',
      '-pix_fmt',
      'yuv420p',
      '-x264-params',
      'rc-lookahead=6:mbtree=1:b-adapt=0:weightp=0:scenecut=0:bframes=5',
    ],
    muxer: 'mp4',
  },
  webm: {
    pixels: 'yuva420p',
    arguments: [
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '7',
      '-crf',
      '20',
      '-b:v',
      '0',
      '-auto-alt-ref',
      '0',
      '-lag-in-frames',
      '0',
      '-pix_fmt',
      'yuva420p',
    ],
    muxer: 'webm',
  },
  mov: {
    pixels: 'yuva420p',
    arguments: ['-c:v', 'prores_ks', '-profile:v', '4444', '-vendor', 'apl0', '-alpha_bits', '16', '-pix_fmt', 'yuva444p10le'],
    muxer: 'mov',
  },
};

/** Fixed, because the output bytes depend on it. Encoding is only a tenth of the frame time, and more threads need more memory and CPU. */
const ENCODER_THREADS = 1;
/** Ticks per frame in the MP4 and QuickTime timescale, which makes each frame start on a whole tick. */
export const FRAME_TICKS = 1000;
export const timescale = (fps: number): string => String(fps * FRAME_TICKS);

/** Time between keyframes, in seconds. */
const KEY_FRAME_SECONDS = 2;
/** Color tags, which players need to show the background color correctly. */
const COLOR_TAGS = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

/** Returns the ffmpeg arguments for encoding frames from stdin to a segment in `file`. */
export function encoderArguments(
  format: VideoFormatName,
  { width, height, transparent = false }: Pick<ViewSettings, 'width' | 'height' | 'transparent'>,
  fps: number,
  file: string,
): string[] {
  const encoder = ENCODERS[format];
  // A WebM with a background image has no alpha.
  const layout = (name: string): string => (format === 'webm' && !transparent ? name.replace('yuva', 'yuv') : name);
  return [
    '-f',
    'rawvideo',
    '-pix_fmt',
    layout(encoder.pixels),
    ...COLOR_TAGS,
    '-s',
    `${width}x${height}`,
    '-r',
    String(fps),
    '-i',
    'pipe:0',
    ...encoder.arguments.map(layout),
    '-threads',
    String(ENCODER_THREADS),
    '-g',
    String(Math.round(fps * KEY_FRAME_SECONDS)),
    '-flags',
    '+cgop+bitexact',
    ...COLOR_TAGS,
    ...(format === 'webm' ? [] : ['-video_track_timescale', timescale(fps)]),
    '-fflags',
    '+bitexact',
    '-f',
    encoder.muxer,
    file,
  ];
}
