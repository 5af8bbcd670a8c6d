#!/usr/bin/env node
import { printable } from '@talking-avatar/contract';
import { run } from './commands.ts';

/** Names and messages from clients may contain characters that would control the terminal. Line breaks and tabs are ours. */
const forTerminal = (text: string): string => text.replaceAll(/[^\n\t]+/g, (part) => printable(part, Number.POSITIVE_INFINITY));

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => console.log(forTerminal(line)),
  err: (line) => console.error(forTerminal(line)),
});
