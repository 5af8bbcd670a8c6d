import { join } from 'node:path';
import { runProgram } from './program.ts';

const SCRIPT = join(import.meta.dirname, 'chain.py');

/** Maximum change between consecutive frames: of a weight, and of a bone's rotation in radians. */
interface Step {
  weight: number;
  turn: number;
}

/** Two takes played consecutively. */
export interface Chain {
  /** Last frame of the first take. */
  frame: number;
  /** Step from the first take to the second. */
  joint: Step;
  /** Maximum step within the takes. */
  elsewhere: Step;
}

/** Chains two files in Blender, as strips on a track, and measures Blender's poses around the transition. */
export const chainInBlender = (first: Uint8Array, secondPath: string): Promise<Chain> =>
  runProgram<Chain>(first, 'blender', (path) => [
    '-b',
    '--factory-startup',
    '-noaudio',
    '--python-exit-code',
    '1',
    '--python',
    SCRIPT,
    '--',
    path,
    secondPath,
  ]);
