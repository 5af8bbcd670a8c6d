import { SHAPES, type Shape } from '../channels.ts';
import type { Clip } from '../clip.ts';
import { columnNameOf } from './livelink.ts';

/** Frames per chunk, for about 100 KB of text. */
const CHUNK_FRAMES = 256;
/** Decimal places of a weight. More precision would not be visible and would make the file larger. */
const DECIMALS = 5;
/** The 52 shapes in NVIDIA's order: as in Live Link Face, except that left also comes before right for the jaw and mouth. */
const POSES: readonly Shape[] = swap(swap(SHAPES, 'jawRight', 'jawLeft'), 'mouthRight', 'mouthLeft');

/**
 * Writes the 52 shapes in NVIDIA Audio2Face format for its Unreal, Maya, and Blender importers: `facsNames`, and a `weightMat` row a frame.
 * @param trackPath name of the audio file
 * @throws RangeError if the clip is missing a shape
 */
export function* writeA2f({ fps, frames, channels }: Clip, trackPath: string): Generator<string, void, undefined> {
  const poses = POSES.map((name) => {
    const values = channels.get(name);
    if (values === undefined) throw new RangeError(`the clip has no channel '${name}'`);
    return values;
  });
  const head = {
    exportFps: fps,
    trackPath,
    numPoses: poses.length,
    numFrames: frames,
    facsNames: POSES.map(columnNameOf),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"weightMat":[\n`;
  for (let from = 0; from < frames; from += CHUNK_FRAMES) {
    const to = Math.min(frames, from + CHUNK_FRAMES);
    let text = '';
    for (let frame = from; frame < to; frame++) {
      const row = poses.map((values) => Number(values[frame]!.toFixed(DECIMALS)));
      text += `[${row.join(',')}]${frame < frames - 1 ? ',' : ''}\n`;
    }
    yield text;
  }
  yield ']}\n';
}

function swap(shapes: readonly Shape[], one: Shape, other: Shape): Shape[] {
  return shapes.map((shape) => (shape === one ? other : shape === other ? one : shape));
}
