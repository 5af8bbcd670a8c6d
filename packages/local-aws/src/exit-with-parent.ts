import { isMainThread } from 'node:worker_threads';

/** Preloaded into a container's program. When the service ends, for whatever reason, its pipe closes and the program exits. */
function exitWithParent(): void {
  process.stdin.on('close', () => process.exit(0)).resume();
  // A program that has finished exits without waiting for the pipe.
  (process.stdin as unknown as { unref?: () => void }).unref?.();
}

// Worker threads load this file too, but their stdin is already closed.
if (isMainThread) exitWithParent();
