import { join } from 'node:path';
import type { Eye, Gaze, Imported } from './imported.ts';
import { runProgram } from './program.ts';

const SCRIPT = join(import.meta.dirname, 'blender.py');

interface Answer {
  shapes: Imported['shapes'];
  seconds: number;
  samples: { weights: Record<string, number>; turns: Record<string, number[]>; gaze: Partial<Record<Eye, Gaze>> }[];
}

/** Opens a file with Blender, which evaluates the animation at the given times. */
export async function openWithBlender(file: Uint8Array, times: readonly number[]): Promise<Imported> {
  const { shapes, seconds, samples } = await runProgram<Answer>(file, 'blender', (path) => [
    '-b',
    '--factory-startup',
    '-noaudio',
    '--python-exit-code',
    '1',
    '--python',
    SCRIPT,
    '--',
    path,
    JSON.stringify(times),
  ]);
  const at = (time: number) => samples[times.indexOf(time)]!;
  return {
    shapes,
    seconds,
    weight: (shape, time) => at(time).weights[shape]!,
    turn: (joint, time) => at(time).turns[joint]!,
    ...(samples[0]?.gaze.leftEye && { gaze: (eye: Eye, time: number) => at(time).gaze[eye]! }),
  };
}
