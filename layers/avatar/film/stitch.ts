import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startFfmpeg } from './ffmpeg.ts';
import { TICKS, timescale } from './segment.ts';

export interface StitchRequest {
  /** Segments in order, as MP4 files. */
  segments: readonly string[];
  /** The whole sound, encoded already, as an MP4 file. */
  audio: string;
  /** Frames per second. */
  fps: number;
  /** MP4 file to write; a list of the segments is written beside it. */
  file: string;
  /** Folder for what is needed on the way. */
  folder: string;
  /** Milliseconds that it may take. */
  timeout: number;
}

/** Joins segments and sound as they are. */
export async function stitchFilm({ segments, audio, fps, file, folder, timeout }: StitchRequest): Promise<void> {
  const list = join(folder, 'segments.txt');
  await writeFile(list, segments.map((path) => `file '${path.replaceAll("'", "'\\''")}'\n`).join(''));
  const joined = startFfmpeg(
    [
      ...['-f', 'concat', '-safe', '0', '-i', list, '-i', audio, '-map', '0:v:0', '-map', '1:a:0'],
      ...['-c', 'copy', '-flags', '+bitexact', '-fflags', '+bitexact'],
      // The joints are found to the microsecond; every frame is put back on its own tick.
      ...['-bsf:v', `setts=pts=round(PTS/${TICKS})*${TICKS}:dts=round(DTS/${TICKS})*${TICKS}:duration=${TICKS}`],
      ...['-video_track_timescale', timescale(fps), '-movflags', '+faststart', '-f', 'mp4', file],
    ],
    timeout,
  );
  await joined.finish();
}
