import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoFormatName } from '@talking-avatar/contract';
import { startFfmpeg } from '@talking-avatar/speech/ffmpeg';
import { FRAME_TICKS, timescale } from './encoders.ts';

export interface StitchRequest {
  /** Segment files, in order. */
  segments: readonly string[];
  /** File with the encoded audio for the whole video. */
  audio: string;
  fps: number;
  /** Path of the output file. */
  file: string;
  /** Format of the segments and the video. Defaults to `mp4`. */
  format?: VideoFormatName;
  /** Folder for temporary files. */
  folder: string;
  /** Time limit in ms. */
  timeout: number;
}

/** Joins segments and adds the audio without re-encoding. @throws Error if ffmpeg fails or the time limit is reached */
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

/** ffmpeg rounds the start of each segment to microseconds, so each frame is moved back to its exact tick. */
const movieArguments = (fps: number): string[] => [
  '-bsf:v',
  `setts=pts=round(PTS/${FRAME_TICKS})*${FRAME_TICKS}:dts=round(DTS/${FRAME_TICKS})*${FRAME_TICKS}:duration=${FRAME_TICKS}`,
  '-video_track_timescale',
  timescale(fps),
  '-movflags',
  '+faststart',
];

/** Matroska timestamps are in ms, so the timestamp of each frame is rounded to the nearest one. */
const matroskaArguments = (fps: number): string[] => [
  '-bsf:v',
  `setts=pts=round(N*1000/${fps}):dts=round(N*1000/${fps})`,
  // Puts the index before the data, like faststart.
  ...['-cues_to_front', '1'],
];
