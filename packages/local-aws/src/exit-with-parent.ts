import { isMainThread } from 'node:worker_threads';

/** Preloaded into a container's program, or another: when the service dies, however it dies, the pipe closes and the program exits. */
function exitWithParent(): void {
  process.stdin.on('close', () => process.exit(0)).resume();
  // A finished program exits without waiting for that.
  (process.stdin as unknown as { unref?: () => void }).unref?.();
}

// Worker threads load this file too, but their stdin is closed.
if (isMainThread) exitWithParent();
