import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The statements in docs/security.md, grouped by attack. Each has the file and title of a test that fails if the statement is not true. */
const TESTS: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  'Guessing a token': [
    ['test/runtime/token.test.ts', 'a token has 256 random bits and is stored as a hash'],
    ['test/e2e/rates.isolated.test.ts', 'an address that tries many tokens gets 429, even for a valid token'],
  ],
  'Reading a token from a log, event, trace, or URL': [
    ['test/lib/api/api.test.ts', 'logs each request without its path and query, which may contain the token'],
    ['test/e2e/leaks.service.test.ts', 'never exposes tokens, secrets, or texts in logs, events, responses, webhooks, or files'],
  ],
  "Reading, canceling, or deleting another customer's job": [
    ['test/e2e/tenants.service.test.ts', "another account's resources look nonexistent"],
  ],
  Flooding: [
    ['test/lib/api/api.test.ts', "is throttled, and has function timeouts below the gateway's"],
    ['test/e2e/rates.isolated.test.ts', 'a token with too many requests gets 429 with Retry-After, and other tokens are not affected'],
    ['test/e2e/capacity.isolated.test.ts', 'a quota of 10 accepts exactly 10 of 20 concurrent requests'],
    ['test/jobs/capacity.isolated.test.ts', 'is never exceeded, and each job has at most one lease'],
    ['test/jobs/capacity.isolated.test.ts', 'is passed to parked jobs in fair order as jobs end, and is free at the end'],
  ],
  'Reaching the internal network (SSRF)': [
    ['test/aws/rebinding.isolated.test.ts', '%s is blocked if it resolves to a private address'],
    ['test/aws/rebinding.isolated.test.ts', 'is resolved only once, so a later private address has no effect'],
    ['test/aws/addresses.test.ts', 'may not reach %s'],
    ['test/aws/redirects.isolated.test.ts', 'with the port "%s" is blocked because %s'],
    ['test/aws/fetch.test.ts', 'does not send credentials or use other protocols'],
    ['test/aws/redirects.isolated.test.ts', 'is blocked if a public host redirects to it with %i'],
    ['test/e2e/hostile.service.test.ts', 'does not follow redirects'],
    ['test/lib/app.test.ts', "may only fetch from the developer's machine in the local stage"],
    ['test/aws/hostile-urls.isolated.test.ts', 'hostile URLs in every field of a deployed stage'],
  ],
  'Slow, endless, compressed, or oversized responses': [
    ['test/aws/fetch.test.ts', 'fails at %s with the reason'],
    ['test/e2e/hostile.service.test.ts', 'is not decompressed if it is sent compressed'],
  ],
  'Requests sent one byte at a time': [
    ['test/e2e/hostile.service.test.ts', 'does not delay others if it arrives slowly, even over many connections'],
  ],
  'Recording that attacks its decoder': [
    ['packages/speech/test/decode.isolated.test.ts', 'a playlist that names a local file'],
    ['packages/speech/test/decode.isolated.test.ts', 'kills a decoder that exceeds its time limit'],
    ['packages/speech/test/decode.isolated.test.ts', 'rejects %s with %d channels at %d Hz before decoding it'],
    ['test/lib/permissions.test.ts', 'only let align access jobs and uploads'],
  ],
  'Avatar file that attacks its reader': [
    ['packages/avatar/test/import/import.test.ts', 'is rejected with a specific message: $fault'],
    ['test/e2e/avatars.service.test.ts', 'is imported alone: another one of the account is rejected until it has ended'],
    ['test/lib/concurrency.test.ts', 'is reserved for imports if the rest suffices for everything else, and 100 stay unreserved'],
    ['packages/avatar/test/import/import.test.ts', 'is accepted or rejected with a message after any change to its bytes'],
  ],
  'Background image that attacks its decoder': [
    ['packages/avatar/test/backdrop.test.ts', 'rejects an image that is damaged or has too many pixels'],
    ['packages/avatar/test/backdrop.test.ts', 'readImageHeader'],
  ],
  'Webhook receiver that never responds': [
    ['test/e2e/webhooks.service.test.ts', 'do not delay other accounts if a receiver never responds'],
    ['test/e2e/webhooks.service.test.ts', 'wait visibly if a receiver failed four times in a row, until the operator sends them'],
  ],
  'Forged or replayed webhook': [
    ['test/webhooks/webhooks.test.ts', 'creates signatures that an independent verifier accepts, whatever the body'],
    ['test/webhooks/client.test.ts', 'rejects %s'],
  ],
  'Stealing webhook secrets': [['test/lib/permissions.test.ts', 'of %s are %s, and to write its costs to the ledger']],
  'Stealing a token from the studio': [
    ['test/lib/studio/studio.test.ts', "never allows inline scripts, eval, or origins other than the files'"],
    ['test/studio/studio.service.test.ts', 'explains an image file, a denied microphone, and an invalid token'],
  ],
  'SSML or JSON bomb': [
    ['packages/contract/test/parse-json.test.ts', 'is rejected if it nests %s'],
    ['packages/speech/test/ssml.test.ts', 'rejects %s'],
    ['packages/contract/test/job.test.ts', 'langage: unknown field; did you mean "language"?'],
  ],
  "Another customer's presigned URL": [
    ['packages/local-aws/test/s3/s3.isolated.test.ts', 'are rejected if changed, expired, or valid for more than seven days'],
    ['test/aws/objects.isolated.test.ts', 'signs the size and media type of an upload, but not a checksum'],
  ],
  'Races (double spending, double execution)': [
    ['test/jobs/jobs.isolated.test.ts', 'ends in exactly one state in any race'],
    ['test/jobs/capacity.isolated.test.ts', 'is never exceeded, and each job has at most one lease'],
    ['test/e2e/capacity.isolated.test.ts', 'a quota of 10 accepts exactly 10 of 20 concurrent requests'],
  ],
  'Attacking render tasks, or attacking from one': [
    ['test/lib/pipeline/video-tasks.test.ts', 'has no open ports, and only allows outbound HTTPS'],
    ['test/lib/pipeline/video-tasks.test.ts', 'logs all traffic in the flow log'],
    ['test/lib/pipeline/video-tasks.test.ts', "has four vCPUs, the minimum memory for them, and the function's image"],
    ['test/lib/permissions.test.ts', 'of %s are %s, and to write its costs to the ledger'],
    ['test/lib/pipeline/video-tasks.test.ts', 'may report its result, and the state machine may only start this task and may not stop any'],
  ],
  'Excess permissions after a break-in': [
    ['test/lib/permissions.test.ts', 'of %s are %s, and to write its costs to the ledger'],
    ['test/lib/permissions.test.ts', 'never allow an action by wildcard'],
    ['test/lib/permissions.test.ts', 'only allow resources by wildcard for a reason'],
  ],
  'Reading data at rest or in transit': [
    ['test/lib/app.test.ts', 'is on for every queue and bucket'],
    ['test/lib/app.test.ts', 'in transit is enforced for every %s'],
    ['test/lib/storage/objects.test.ts', 'is private, encrypted, and logged, and its objects expire'],
  ],
  'Data that outlives its use': [
    ['test/lib/storage/objects.test.ts', 'is private, encrypted, and logged, and its objects expire'],
    ['test/lib/app.test.ts', 'have a log group with a retention period for each function, the task, and its network'],
    ['test/e2e/cancel.isolated.test.ts', 'removes objects, text, and webhook addresses, and then returns 410 for the job'],
    ['test/jobs/sweeper.isolated.test.ts', "deletes a cancelled job's objects, including later ones, until no step can still be running"],
    [
      'test/lib/storage/objects.test.ts',
      'keeps deleted avatars for as long as their table can be restored, and other deleted objects for a day',
    ],
  ],
  'Poisoned dependency': [
    ['test/supply-chain.test.ts', '%s pins every package from the registry by its hash'],
    ['test/supply-chain.test.ts', 'decides for every package with an install script whether it runs'],
    ['test/pipeline/workflow.test.ts', 'installs packages only in jobs without AWS credentials or a GitHub token'],
    ['test/supply-chain.test.ts', 'updates wait a week, except for security fixes'],
  ],
};

const page = readFileSync('docs/security.md', 'utf8');
const section = page.slice(page.indexOf('## Attacks and mitigations'), page.indexOf('## Remaining risks'));
const statements = [...section.matchAll(/^- \*\*(.+?)\*\*:([\s\S]+?)(?=\n- |\n*$(?![\s\S]))/gm)].map(
  ([, attack = '', text = '']) => [attack.replace(/\s+/g, ' '), text.split(/;\s/)] as const,
);

describe('the threat model', () => {
  it('has a test for each statement', () => {
    expect(statements.map(([attack, parts]) => [attack, parts.length])).toEqual(
      Object.entries(TESTS).map(([attack, tests]) => [attack, tests.length]),
    );
  });

  it.each(Object.entries(TESTS))('%s: the tests exist', (_, tests) => {
    for (const [file, title] of tests) {
      expect(existsSync(file), file).toBe(true);
      expect(readFileSync(file, 'utf8').includes(title), `${file}: ${title}`).toBe(true);
    }
  });
});
