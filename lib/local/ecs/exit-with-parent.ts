/** Loaded before the program of a container: the pipe closes when the service dies, however it dies, and the container goes too. */
process.stdin.on('close', () => process.exit(0)).resume();
// A program that has done its work ends without waiting for that.
(process.stdin as unknown as { unref?: () => void }).unref?.();
