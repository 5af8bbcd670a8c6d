import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { commentOf } from '../../bin/pipeline/comment.ts';

/** Maximum length of a comment, in characters (GitHub REST API, "Issues", body). */
const MAX_LENGTH = 65_536;

const ESCAPE = String.fromCharCode(27);

it('states how many stacks change, and shows the diff without colors', () => {
  const comment = commentOf('live', `${ESCAPE}[32m[+]${ESCAPE}[0m AWS::SQS::Queue\n\nNumber of stacks with differences: 1\n`);
  expect(comment).toMatch(/^### Deployment of `live`: 1 stack changes\n/);
  expect(comment).toContain('```\n[+] AWS::SQS::Queue\n');
});

it('states that nothing changes', () => {
  expect(commentOf('live', 'There were no differences\nNumber of stacks with differences: 0')).toContain('nothing changes');
});

it('is truncated to the maximum comment length with a note', () => {
  const comment = commentOf('live', 'x'.repeat(200_000));
  expect(comment.length).toBeLessThan(MAX_LENGTH);
  expect(comment).toContain('… truncated');
});

it('is a single code block for any diff', () => {
  assert(
    property(string({ unit: 'grapheme-ascii' }), string({ unit: 'grapheme-ascii' }), (before, after) => {
      const [, fence = ''] = /\n(`{3,})\n/.exec(commentOf('live', `${before}\n\`\`\`\`\n${after}`)) ?? [];
      return fence.length > 4;
    }),
  );
});
