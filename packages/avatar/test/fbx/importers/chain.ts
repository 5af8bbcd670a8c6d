import { join } from 'node:path';
import { runProgram } from './program.ts';

const SCRIPT = join(import.meta.dirname, 'chain.py');

/** Maximum change from one frame to the next in a weight, and in the rotation of a bone in radians. */
interface Step {
  weight: number;
  turn: number;
}

/** Two takes that are played one after the other. */
export interface Chain {
  /** Last frame of the first take. */
  frame: number;
  /** Step from the end of the first take to the start of the second. */
  joint: Step;
  /** Largest step within either take. */
  elsewhere: Step;
}

/** Chains two files in Blender as strips on a track, and measures the poses around the transition. */
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
