/** Tries to lock a folder at a given time, prints whether that succeeded, and keeps the lock until it is killed. */
import { lockFolder } from '../src/lock.ts';

const [dir = '', at = '0'] = process.argv.slice(2);
while (Date.now() < Number(at));
try {
  lockFolder(dir);
  console.log('locked');
} catch (error) {
  console.log(/is using the data folder/.test((error as Error).message) ? 'refused' : `${error}`);
}
process.stdin.resume();
