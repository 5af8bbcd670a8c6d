import { writeFileSync } from 'node:fs';
import { program } from 'commander';
import { CORRESPONDENCE, encodeCorrespondence, readAssets, registerHead } from '../src/registration.ts';

/** `npm run register`: registers MakeHuman's head to the head model after either one changes. Takes half a minute. */
program.name('npm run register').parse();
const assets = readAssets();
writeFileSync(CORRESPONDENCE, encodeCorrespondence(registerHead(assets)));
assets.end();
console.log(CORRESPONDENCE);
