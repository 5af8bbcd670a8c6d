#!/usr/bin/env node
import { Argument, program } from 'commander';
import { bakeActors } from './bake.ts';
import { RECIPES } from './recipes/index.ts';

/** Bakes actors that are missing or out of date, each to its own `ID.glb`. */
program
  .name('npm run bake --')
  .description('Bakes the actors that are missing or out of date.')
  .addArgument(new Argument('[ACTOR...]', 'default: all').choices(RECIPES.map(({ id }) => id)))
  .option('--out <FOLDER>', 'folder for the baked actors', 'out/actors')
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .action(async (only: string[], { out }: { out: string }) => {
    await bakeActors({ out, ...(only.length > 0 && { only }), report: (line) => console.log(`bake: ${line}`) });
  });
await program.parseAsync();
