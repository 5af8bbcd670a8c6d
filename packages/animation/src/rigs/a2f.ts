import { SHAPES, type Shape } from '../channels.ts';
import type { Clip } from '../clip.ts';
import { columnNameOf } from './livelink.ts';

/** Frames per chunk: about a hundred kilobytes of text. */
const CHUNK_FRAMES = 256;
/** Decimals of a weight: more precision is not visible and makes the file larger. */
const DECIMALS = 5;
/** NVIDIA's order of the 52 shapes: as in Live Link Face, except that left precedes right for the jaw and mouth too. */
const POSES: readonly Shape[] = swap(swap(SHAPES, 'jawRight', 'jawLeft'), 'mouthRight', 'mouthLeft');

/**
 * Writes the 52 shapes like NVIDIA Audio2Face, for its Unreal, Maya, and Blender importers: `facsNames`, and a `weightMat` row per frame.
 * @param trackPath name of the animation's audio file
 * @throws RangeError when the clip is missing a shape
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
