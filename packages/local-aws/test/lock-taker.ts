/** Takes the lock of a folder at a given time, says whether it has it, and keeps it until it is killed. */
import { lockFolder } from '../src/lock.ts';

const [dir = '', at = '0'] = process.argv.slice(2);
while (Date.now() < Number(at));
try {
  lockFolder(dir);
  console.log('locked');
} catch (error) {
  console.log(/uses the data folder/.test((error as Error).message) ? 'refused' : `${error}`);
}
process.stdin.resume();
