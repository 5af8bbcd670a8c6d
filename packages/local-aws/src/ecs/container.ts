import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { measureMemory } from '../lambda/index.ts';
import { putInBackground } from '../priority.ts';
import type { TaskDefinition, TaskExit } from './definition.ts';

/** Interval between memory measurements, in ms. */
const MEMORY_INTERVAL = 200;

/** Exit code of a killed process: 128 plus SIGKILL's number. */
const KILLED = 137;

/** The published package contains JavaScript files instead of TypeScript files. */
const EXIT_WITH_PARENT = join(import.meta.dirname, '..', `exit-with-parent${extname(import.meta.filename)}`);

export interface ContainerOptions {
  readonly definition: TaskDefinition;
  readonly environment: Readonly<Record<string, string>>;
  /** Folder for temporary files; removed with the container. */
  readonly temporary: string;
  readonly onLine: (line: string) => void;
}

/** A container. It runs as a process until it exits, is killed, or exceeds its memory limit. */
export class Container {
  readonly stopped: Promise<TaskExit>;
  readonly #child: ChildProcess;
  #reason: string | undefined;

  constructor({ definition, environment, temporary, onLine }: ContainerOptions) {
    mkdirSync(temporary, { recursive: true });
    this.#child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, definition.program], {
      cwd: definition.image,
      env: { ...environment, HOME: temporary, TMPDIR: temporary },
      // Use a separate process group, so that child processes are killed along with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { pid, stdin, stdout, stderr } = this.#child;
    if (pid !== undefined) putInBackground(pid);
    for (const stream of [stdout, stderr]) if (stream) createInterface({ input: stream }).on('line', onLine);
    stdin?.on('error', () => {});
    const memory = setInterval(() => this.#measureMemory(definition.memory), MEMORY_INTERVAL);
    this.stopped = this.#end().finally(async () => {
      clearInterval(memory);
      this.kill();
      await rm(temporary, { recursive: true, force: true });
    });
  }

  #end(): Promise<TaskExit> {
    return new Promise((resolve) => {
      this.#child.once('error', ({ message }) =>
        resolve({ stopCode: 'TaskFailedToStart', stoppedReason: `CannotStartContainerError: ${message}` }),
      );
      this.#child.once('exit', (code, signal) =>
        resolve({
          stopCode: 'EssentialContainerExited',
          stoppedReason: 'Essential container in task exited',
          exitCode: code ?? (signal === 'SIGKILL' ? KILLED : 1),
          ...(this.#reason && { reason: this.#reason }),
        }),
      );
    });
  }

  #measureMemory(limit: number): void {
    if (this.#child.pid === undefined || measureMemory(this.#child.pid) <= limit) return;
    this.#reason = 'OutOfMemoryError: Container killed due to memory usage';
    this.kill();
  }

  /** Kills the container and all its children, as if it had crashed. */
  kill(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}
