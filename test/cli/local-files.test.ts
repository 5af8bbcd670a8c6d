import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCsv } from '@talking-avatar/animation';
import { compare, makeClip, openGlbWithThree, spreadTimes, truthOfClip } from '@talking-avatar/avatar/testing';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { run } from '../../bin/commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'local-files-'));
const at = (name: string): string => join(folder, name);

async function avatar(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(args, { out: (line) => out.push(line), err: (line) => err.push(line) });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const clip = makeClip(1);
writeFileSync(at('face.csv'), [...writeCsv(clip, 'blendshape')].join(''));
const phone = (symbol: string, start: number, end: number) => ({ symbol, start, end, stress: 0, word: 0 });
const timeline = {
  language: 'en-US',
  engine: 'e',
  voice: 'v',
  duration: 0.4,
  marks: [],
  words: [{ text: 'ma', start: 0.1, end: 0.3 }],
  phones: [phone('m', 0.1, 0.2), phone('a', 0.2, 0.3)],
};
writeFileSync(at('timeline.json'), JSON.stringify(timeline));

describe('without a service', () => {
  it('converts a CSV to a GLB and an FBX with the same motion', async () => {
    expect(await avatar('convert', at('face.csv'), at('face.glb'), '--actor', 'mei', '--no-mesh')).toMatchObject({
      code: 0,
    });
    const opened = await openGlbWithThree(new Uint8Array(readFileSync(at('face.glb'))));
    expect(opened.take).toBe('face');
    const { faults, weights, turns } = compare(opened, truthOfClip(clip), spreadTimes(0.9));
    expect(faults).toEqual([]);
    expect(weights).toBeLessThan(0.005);
    expect(turns).toBeLessThan(0.002);
    const fbx = await avatar('convert', at('face.csv'), at('face.fbx'), '--no-mesh', '--json');
    expect(JSON.parse(fbx.out)).toEqual({ file: at('face.fbx'), bytes: readFileSync(at('face.fbx')).length });
    expect(readFileSync(at('face.fbx')).toString('latin1', 0, 18)).toBe('Kaydara FBX Binary');
  });

  it('converts a timeline to mouth shapes', async () => {
    expect((await avatar('convert', at('timeline.json'), at('mouth.tsv'))).code).toBe(0);
    expect(readFileSync(at('mouth.tsv'), 'utf8')).toBe('0.00\tX\n0.10\tA\n0.20\tD\n0.30\tX\n0.40\tX\n');
    await avatar('convert', at('timeline.json'), at('mouth.json'), '--set', 'azure');
    const values = JSON.parse(readFileSync(at('mouth.json'), 'utf8')).mouthCues.map(({ value }: { value: number }) => value);
    expect(values).toEqual([0, 21, 2, 0]);
  });

  it('plots the main curves of a CSV over time', async () => {
    expect((await avatar('plot', at('face.csv'), '-o', at('curves.png'))).code).toBe(0);
    const { width, height } = await sharp(at('curves.png')).metadata();
    expect({ width, height: height > 600 }).toEqual({ width: 1400, height: true });
    await avatar('plot', at('face.csv'), '-o', at('curves.svg'));
    const svg = readFileSync(at('curves.svg'), 'utf8');
    expect(svg.match(/<polyline/g)).toHaveLength(17);
    expect(svg).toContain('>head pitch</text>');
  });

  it.each([
    [['convert', 'face.csv'], 'Missing argument OUT'],
    [['convert', 'face.csv', 'face.gif'], 'Cannot convert .csv to .gif: only .csv to .glb or .fbx'],
    [['convert', 'face.csv', 'face.glb', '--actor', 'bob'], '--actor: unknown actor "bob"'],
    [['convert', 'face.csv', 'face.glb', '--gaze', 'left'], '--gaze must be one of bones'],
    [['convert', 'timeline.json', 'a.tsv', '--set', 'azure'], '--set: azure requires a .json file'],
    [['convert', 'timeline.json', 'a.json', '--set', 'disney'], '--set must be one of oculus'],
    [['convert', 'bad.json', 'a.json'], 'bad.json is not a timeline'],
    [['plot', 'bad.csv', '-o', 'a.png'], 'column "eyeBlinkLeft" is missing'],
    [['plot', 'gap.csv', '-o', 'a.png'], 'gap.csv:2: eyeBlinkLeft must be a number, got ""'],
    [['plot', 'face.csv', '-o', 'a.jpg'], 'must end with .png or .svg'],
    [['play', '--data', 'nothing-here', 'x'], 'No service is running'],
    [['avatars', 'rename'], 'Unknown subcommand "rename"; expected add, list, or delete'],
    [['avatars'], 'Missing subcommand: add, list, or delete. Try: avatar avatars --help'],
    [['completion', 'tcsh'], 'Unknown shell "tcsh"; expected bash, zsh, fish'],
  ])('refuses %j', async (args, message) => {
    writeFileSync(at('bad.json'), '{"words": 5}');
    writeFileSync(at('bad.csv'), 'a,b\n1,2\n');
    writeFileSync(
      at('gap.csv'),
      readFileSync(at('face.csv'), 'utf8')
        .split('\n')
        .slice(0, 2)
        .join('\n')
        .replace(/,61,[\d.]+/, ',61,'),
    );
    const paths = args.map((word) => (/\.(csv|json|glb|gif|tsv|png|jpg)$/.test(word) ? at(word) : word));
    expect(await avatar(...paths)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });
});

describe('completion', () => {
  it('of bash completes commands and options', async () => {
    writeFileSync(at('completion.sh'), (await avatar('completion', 'bash')).out);
    const complete = (words: string, at: number) =>
      execFileSync('bash', ['-c', `source "$0"; COMP_WORDS=(${words}); COMP_CWORD=${at}; _avatar; echo "\${COMPREPLY[@]}"`, file], {
        encoding: 'utf8',
      }).trim();
    const file = at('completion.sh');
    expect(complete('avatar co', 1)).toBe('convert completion costs');
    expect(complete('avatar say --em', 2)).toBe('--emotion');
  });

  it.each(['zsh', 'fish'])('exists for %s', async (shell) => {
    expect((await avatar('completion', shell)).out).toMatch(/convert(.|\n)*emotion/);
  });
});
