import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { commentOf } from './pipeline/comment.ts';
import { readTool } from './tool.ts';

/** `npm run diff:comment`: turns the output of `cdk diff` into a pull request comment. */
const { positionals, refuse } = readTool(
  'npm run -s diff:comment -- STAGE [FILE]\n\nPrints the output of cdk diff, from a file or standard input, as a comment.',
  {},
);
const [stage, file] = positionals;
if (!stage) refuse('Missing argument STAGE');
console.log(commentOf(stage ?? '', file ? readFileSync(file, 'utf8') : await text(process.stdin)));
