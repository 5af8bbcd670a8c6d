#!/usr/bin/env node
import { printable } from '@talking-avatar/contract';
import { run } from './commands.ts';

/** Escapes control characters, which names and messages from clients may contain. Line breaks and tabs come from our own code. */
const forTerminal = (text: string): string => text.replaceAll(/[^\n\t]+/g, (part) => printable(part, Number.POSITIVE_INFINITY));

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => console.log(forTerminal(line)),
  err: (line) => console.error(forTerminal(line)),
});
