import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startFfmpeg } from '../../media/ffmpeg.ts';
import { FRAME_TICKS, timescale } from './segment.ts';

export interface StitchRequest {
  /** MP4 files of the segments, in order. */
  segments: readonly string[];
  /** MP4 file with the encoded audio of the whole video. */
  audio: string;
  /** Frames per second. */
  fps: number;
  /** MP4 file to write. */
  file: string;
  /** Folder for temporary files. */
  folder: string;
  /** Time limit, milliseconds. */
  timeout: number;
}

/**
 * Joins segments and adds the audio, without encoding again.
 *
 * @throws Error when ffmpeg fails or the time limit is reached
 */
export async function stitchVideo({ segments, audio, fps, file, folder, timeout }: StitchRequest): Promise<void> {
  const list = join(folder, 'segments.txt');
  await writeFile(list, segments.map((path) => `file '${path.replaceAll("'", "'\\''")}'\n`).join(''));
  const ffmpeg = startFfmpeg(
    [
      ...['-f', 'concat', '-safe', '0', '-i', list, '-i', audio, '-map', '0:v:0', '-map', '1:a:0'],
      ...['-c', 'copy', '-flags', '+bitexact', '-fflags', '+bitexact'],
      // ffmpeg rounds the start of a segment to microseconds; each frame is moved back to its exact tick.
      ...[
        '-bsf:v',
        `setts=pts=round(PTS/${FRAME_TICKS})*${FRAME_TICKS}:dts=round(DTS/${FRAME_TICKS})*${FRAME_TICKS}:duration=${FRAME_TICKS}`,
      ],
      ...['-video_track_timescale', timescale(fps), '-movflags', '+faststart', '-f', 'mp4', file],
    ],
    { time: timeout },
  );
  await ffmpeg.finish();
}
