import { isMainThread } from 'node:worker_threads';

/** Loaded before the program of a container, or another: the pipe closes when the service dies, however it dies, and the program goes too. */
function exitWithParent(): void {
  process.stdin.on('close', () => process.exit(0)).resume();
  // A program that has done its work ends without waiting for that.
  (process.stdin as unknown as { unref?: () => void }).unref?.();
}

// It is loaded by the program's worker threads too, whose own stdin is closed.
if (isMainThread) exitWithParent();
