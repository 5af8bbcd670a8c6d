#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { bakeActors } from './bake.ts';
import { RECIPES } from './recipes/index.ts';

/** Bakes the actors that are missing or out of date, one `ID.glb` each. */
const ids = RECIPES.map(({ id }) => id);
const USAGE = `npm run bake -- [--out FOLDER] [ACTOR…]

  --out FOLDER   default: out/actors
  actors: ${ids.join(', ')}`;

function refuse(message: string): never {
  console.error(`${message}\n${USAGE}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string', default: 'out/actors' }, help: { type: 'boolean', default: false } },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const { values, positionals: only } = readArguments();
const unknown = only.find((id) => !ids.includes(id));
if (values.help) console.log(USAGE);
else if (unknown !== undefined) refuse(`Unknown actor "${unknown}"`);
else await bakeActors({ out: values.out, ...(only.length > 0 && { only }), report: (line) => console.log(`bake: ${line}`) });
