import { writeFileSync } from 'node:fs';
import { CORRESPONDENCE, encodeCorrespondence, readAssets, registerHead } from '@talking-avatar/actors/registration';
import { readTool } from './tool.ts';

/** `npm run register`: registers MakeHuman's head to the head model again, after a change of either, in half a minute. */
readTool('npm run register', {}, []);
const assets = readAssets();
writeFileSync(CORRESPONDENCE, encodeCorrespondence(registerHead(assets)));
assets.end();
console.log(CORRESPONDENCE);
