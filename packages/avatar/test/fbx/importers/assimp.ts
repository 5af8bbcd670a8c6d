import { join } from 'node:path';
import { type Imported, sampleKeys, sampleTurn } from './imported.ts';
import { runProgram } from './program.ts';

const SCRIPT = join(import.meta.dirname, 'assimp.py');

interface Answer {
  shapes: Imported['shapes'];
  seconds: number;
  /** Seconds and weights for each shape. */
  weights: Record<string, number[][]>;
  /** Seconds, x, y, z, and w for each joint. */
  turns: Record<string, number[][]>;
}

/** Opens a file with assimp, using Python. */
export async function openWithAssimp(file: Uint8Array): Promise<Imported> {
  const { shapes, seconds, weights, turns } = await runProgram<Answer>(file, 'python3', (path) => [SCRIPT, path]);
  return {
    shapes,
    seconds,
    weight(shape, time) {
      const keys = weights[shape]!;
      return sampleKeys(
        keys.map(([at]) => at!),
        (key) => keys[key]![1]!,
        time,
      );
    },
    turn: (joint, time) =>
      sampleTurn(
        turns[joint]!.map(([at]) => at!),
        turns[joint]!.flatMap((row) => row.slice(1)),
        time,
      ),
  };
}
