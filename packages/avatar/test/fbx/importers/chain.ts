import { join } from 'node:path';
import { askProgram } from './program.ts';

const SCRIPT = join(import.meta.dirname, 'chain.py');

/** The largest change from a frame to the next: of a weight, and of a bone's rotation in radians. */
interface Step {
  weight: number;
  turn: number;
}

/** Two takes played one after the other. */
export interface Chain {
  /** Last frame of the first take. */
  frame: number;
  /** Step from the first take to the second. */
  joint: Step;
  /** Largest step within the takes. */
  elsewhere: Step;
}

/** Chains two files in Blender, as strips on a track, and measures its own poses around the joint. */
export const chainInBlender = (first: Uint8Array, secondPath: string): Promise<Chain> =>
  askProgram<Chain>(first, 'blender', (path) => [
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
