import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { commentOf } from '../../bin/pipeline/comment.ts';

/** Characters that a comment may have (GitHub REST API, "Issues", body). */
const MOST = 65_536;

const ESCAPE = String.fromCharCode(27);

it('says how many stacks change, and shows the difference without colours', () => {
  const comment = commentOf('live', `${ESCAPE}[32m[+]${ESCAPE}[0m AWS::SQS::Queue\n\nNumber of stacks with differences: 1\n`);
  expect(comment).toMatch(/^### Deployment of `live`: 1 stack changes\n/);
  expect(comment).toContain('```\n[+] AWS::SQS::Queue\n');
});

it('says that nothing changes', () => {
  expect(commentOf('live', 'There were no differences\nNumber of stacks with differences: 0')).toContain('nothing changes');
});

it('is never longer than a comment may be, and says that it was cut', () => {
  const comment = commentOf('live', 'x'.repeat(200_000));
  expect(comment.length).toBeLessThan(MOST);
  expect(comment).toContain('… cut');
});

it('stays one block of code, whatever the difference holds', () => {
  assert(
    property(string({ unit: 'grapheme-ascii' }), string({ unit: 'grapheme-ascii' }), (before, after) => {
      const [, fence = ''] = /\n(`{3,})\n/.exec(commentOf('live', `${before}\n\`\`\`\`\n${after}`)) ?? [];
      return fence.length > 4;
    }),
  );
});
