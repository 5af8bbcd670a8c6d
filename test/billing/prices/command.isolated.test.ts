import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readPriceFile } from '../../../lib/billing/prices.ts';
import { temporaryFolder, writeFiles } from '../../lib/fixture.ts';
import { offerText, REGION, ROWS } from './offer-files.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '../../../bin/prices.ts');

it('creates a valid price file from a folder of offer files', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(Object.keys(ROWS).map((name) => [`${name}.json`, offerText(name)])));
  const out = join(folder, 'prices.json');
  const { stdout, stderr } = await run(process.execPath, [command, '--region', REGION, '--from', folder, '--out', out]);
  expect(stdout).toContain(`Wrote ${out}: 22 prices for ${REGION}`);
  expect(stderr).toContain('Not included in the cost of an idle month: ecr.storage');
  expect(readPriceFile({ prices: out })).toEqual(JSON.parse(readFileSync(out, 'utf8')));

  rmSync(join(folder, 'AmazonStates.json'));
  await expect(run(process.execPath, [command, '--region', REGION, '--from', folder, '--out', out])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `  curl -fsSo ${join(folder, 'AmazonStates.json')} https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonStates/current/${REGION}/index.json`,
    ),
  });
});

it('explains how to obtain prices without access to AWS, and writes nothing', async () => {
  const out = join(temporaryFolder(), 'prices.json');
  const offline = "data:text/javascript,globalThis.fetch = async () => { throw new Error('offline'); }";
  await expect(run(process.execPath, ['--import', offline, command, '--region', REGION, '--out', out])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Could not download https:\S+: offline\. .*only includes those of us-east-1\. .*--from FOLDER.*-c prices=FILE.* Nothing was written\.\n$/,
    ),
  });
  expect(existsSync(out)).toBe(false);
});
