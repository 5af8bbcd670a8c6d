import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DamagedFolderError, openDatabase } from '../src/damage.ts';
import { openStore } from '../src/dynamodb/dynalite.ts';
import type { LocalService } from '../src/gateway/index.ts';
import { createKmsService } from '../src/kms/index.ts';
import { startS3 } from '../src/s3/index.ts';
import { clientOf, makeDirectory, removeDirectory, startTestGateway } from '../src/testing.ts';

let dir: string;
/** Returns the path of the folder that is damaged. */
const copy = (): string => join(dir, 'copy');

beforeAll(() => {
  dir = makeDirectory();
});
afterAll(() => removeDirectory(dir));

const HOW: Readonly<Record<string, (path: string, size: number) => void>> = {
  'cut in half': (path, size) => truncateSync(path, size >> 1),
  emptied: (path) => truncateSync(path, 0),
  'changed in the middle': (path, size) => {
    const bytes = readFileSync(path);
    for (let at = size >> 1; at < Math.min(size, (size >> 1) + 64); at += 1) bytes[at]! ^= 0x55;
    writeFileSync(path, bytes);
  },
  removed: (path) => rmSync(path),
};

const tryOpen = (open: (folder: string) => Promise<unknown>): Promise<string> =>
  open(copy()).then(
    () => 'opened',
    ({ name, message }: Error) =>
      name === DamagedFolderError.name && message.startsWith(copy()) && message.match(/Move it away/g)?.length === 1 ? 'named' : message,
  );

/** Damages each file in turn. @returns the result of opening the folder after each kind of damage */
async function damageEach(whole: string, open: (folder: string) => Promise<unknown>): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const file of readdirSync(whole))
    for (const [how, damage] of Object.entries(HOW)) {
      const { size } = statSync(join(whole, file));
      if (size === 0) continue;
      rmSync(copy(), { recursive: true, force: true });
      cpSync(whole, copy(), { recursive: true });
      damage(join(copy(), file), size);
      const named = `${file.replace(/\d+/, 'N')} ${how}`;
      const first = await tryOpen(open);
      outcomes[named] = first;
      // The second start must report the damage as well.
      if (first === 'named') outcomes[named] = await tryOpen(open);
    }
  return outcomes;
}

describe('an error names a damaged folder:', () => {
  it('tables', async () => {
    const whole = join(dir, 'tables');
    // Each start turns the log from the previous start into a table.
    for (let start = 0; start < 3; start += 1) {
      mkdirSync(whole, { recursive: true });
      const { db } = await openStore(whole);
      const rows = Array.from({ length: 200 }, (_, row) => ({
        type: 'put' as const,
        key: `${start}-${row}`,
        value: { text: `${row} `.repeat(100) },
      }));
      for (const row of rows) await db.batch([row]);
      await db.close();
    }
    const outcomes = await damageEach(whole, async (folder) => (await openStore(folder)).db.close());
    const opened = Object.keys(outcomes).filter((name) => outcomes[name] === 'opened' && !name.startsWith('LOG'));
    // These kinds of damage can be caused by a power failure, so LevelDB opens without the end of its log.
    expect(opened.sort()).toEqual(['N.log cut in half', 'N.log emptied', 'N.log removed']);
    expect(Object.values(outcomes).filter((outcome) => !['opened', 'named'].includes(outcome))).toEqual([]);
    expect(Object.values(outcomes).filter((outcome) => outcome === 'named').length).toBeGreaterThanOrEqual(12);
  });

  it('SQLite files', async () => {
    const whole = join(dir, 'sqlite');
    mkdirSync(whole);
    const schema =
      'CREATE TABLE IF NOT EXISTS things (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX IF NOT EXISTS by_text ON things (text)';
    const database = openDatabase(join(whole, 'things.sqlite'), schema);
    database.exec('BEGIN');
    for (let row = 0; row < 500; row += 1) database.prepare('INSERT INTO things (text) VALUES (?)').run(`${row} `.repeat(20));
    database.exec('COMMIT');
    database.close();
    const outcomes = await damageEach(whole, async (folder) => openDatabase(join(folder, 'things.sqlite'), schema).close());
    expect(outcomes).toEqual({
      'things.sqlite cut in half': 'named',
      'things.sqlite changed in the middle': 'named',
      'things.sqlite emptied': 'named',
      'things.sqlite removed': 'opened',
    });
  });

  it('whose files are all empty', async () => {
    const whole = join(dir, 'all');
    mkdirSync(whole);
    await (await openStore(whole)).db.close();
    for (const file of readdirSync(whole)) truncateSync(join(whole, file), 0);
    await expect(openStore(whole)).rejects.toThrow(DamagedFolderError);
    const file = join(whole, 'things.sqlite');
    openDatabase(file, 'CREATE TABLE IF NOT EXISTS things (id)').close();
    truncateSync(file, 0);
    expect(() => openDatabase(file, 'CREATE TABLE IF NOT EXISTS things (id)')).toThrow(`${file} is damaged (it is empty)`);
    expect(statSync(file).size).toBe(0);
  });

  it('except after a crash while it was created', () => {
    const file = join(dir, 'begun.sqlite');
    writeFileSync(`${file}.new`, '');
    const database = openDatabase(file, 'CREATE TABLE IF NOT EXISTS things (id)');
    expect(database.prepare('SELECT count(*) AS count FROM things').get()).toEqual({ count: 0 });
    database.close();
  });

  it("the KMS keys' secret", async () => {
    const whole = join(dir, 'kms');
    const open = async (folder: string): Promise<LocalService> => createKmsService({ dir: folder, keys: [] });
    await open(whole);
    expect(await damageEach(whole, open)).toEqual({
      // This cuts off the checksum, which was not written by earlier versions.
      'secret cut in half': 'opened',
      'secret emptied': 'named',
      'secret changed in the middle': 'named',
      // If the file does not exist, a new secret is created.
      'secret removed': 'opened',
    });
  });
});

it('a damaged object fails with an error that names its file, without affecting other objects', async () => {
  const folder = join(dir, 's3');
  const s3 = await startS3({ dir: folder, buckets: [{ name: 'bucket', expirations: [] }] });
  const gateway = await startTestGateway([s3.service]);
  const client = new S3Client(clientOf(gateway));
  const put = (Key: string) => client.send(new PutObjectCommand({ Bucket: 'bucket', Key, Body: Key.repeat(100) }));
  const get = async (Key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key }));
    return Body!.transformToString();
  };
  await put('first');
  const [file = ''] = readdirSync(join(folder, 'bucket'));
  await put('second');
  truncateSync(join(folder, 'bucket', file), 7);
  await expect(get('first')).rejects.toThrow(`${file}, the file of first, is damaged: it has 7 of 500 bytes`);
  rmSync(join(folder, 'bucket', file));
  await expect(get('first')).rejects.toThrow('is damaged: it has none of 500 bytes');
  expect(await get('second')).toBe('second'.repeat(100));
  client.destroy();
  await gateway.stop();
  await s3.stop();
});
