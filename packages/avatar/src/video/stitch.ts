import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoFormatName } from '@talking-avatar/contract';
import { startFfmpeg } from '@talking-avatar/speech/ffmpeg';
import { FRAME_TICKS, timescale } from './encoders.ts';

export interface StitchRequest {
  /** Files of the segments, in order. */
  segments: readonly string[];
  /** File with the encoded audio of the whole video. */
  audio: string;
  fps: number;
  /** File to write. */
  file: string;
  /** Format of the segments and of the video; `mp4` by default. */
  format?: VideoFormatName;
  /** Folder for temporary files. */
  folder: string;
  /** Time limit, in milliseconds. */
  timeout: number;
}

/** Joins segments and adds the audio without re-encoding. @throws Error when ffmpeg fails or the time limit is reached */
export async function stitchVideo(request: StitchRequest): Promise<void> {
  const { segments, audio, fps, file, format = 'mp4', folder, timeout } = request;
  const list = join(folder, 'segments.txt');
  await writeFile(list, segments.map((path) => `file '${path.replaceAll("'", "'\\''")}'\n`).join(''));
  const ffmpeg = startFfmpeg(
    [
      '-f',
      'concat',
      '-safe',
      '0',
      '-i',
      list,
      '-i',
      audio,
      '-map',
      '0:v:0',
      '-map',
      '1:a:0',
      '-c',
      'copy',
      '-flags',
      '+bitexact',
      '-fflags',
      '+bitexact',
      ...(format === 'webm' ? matroskaArguments(fps) : movieArguments(fps)),
      '-f',
      format,
      file,
    ],
    { time: timeout },
  );
  await ffmpeg.finish();
}

/** ffmpeg rounds the start of a segment to microseconds; each frame is moved back to its exact tick. */
const movieArguments = (fps: number): string[] => [
  '-bsf:v',
  `setts=pts=round(PTS/${FRAME_TICKS})*${FRAME_TICKS}:dts=round(DTS/${FRAME_TICKS})*${FRAME_TICKS}:duration=${FRAME_TICKS}`,
  '-video_track_timescale',
  timescale(fps),
  '-movflags',
  '+faststart',
];

/** Matroska counts in milliseconds, so each frame's timestamp is rounded to the nearest one. */
const matroskaArguments = (fps: number): string[] => [
  '-bsf:v',
  `setts=pts=round(N*1000/${fps}):dts=round(N*1000/${fps})`,
  // The index comes before the data, as faststart does.
  ...['-cues_to_front', '1'],
];
