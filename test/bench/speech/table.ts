import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alignColumns } from '../../../bin/operator/columns.ts';
import { readTool } from '../../../bin/tool.ts';
import { ACTORS, findLanguage, LANGUAGES, type Language } from '../../../layers/contract/index.ts';
import { encodeWav, type Speech } from '../../../layers/speech/index.ts';
import { type ActorSound, findNearest, measureActor } from '../../speech/voices/actors.ts';
import { judge, type Measured, measureVoice, VOICES } from '../../speech/voices/measure.ts';

const run = promisify(execFile);
const FOLDER = 'out/voices';
const PATIENCE = 60_000;

/**
 * `npm run voices`: lets every voice say real text of its language, and every actor one of English, prints tables of what came, and
 * leaves the sound and its spectrogram of each in out/voices, with a sheet for each sex, two columns in the order of the table. With
 * languages it does so for their voices alone, without sheets and actors. Ends with 1 when a voice is silent, clipped or spells out, and
 * when two actors sound alike.
 */
const { positionals, refuse } = readTool('npm run voices -- [LANGUAGE…]', {});
const wanted = positionals.map(
  (code) => findLanguage(code) ?? refuse(`There is no language "${code}"; there are ${LANGUAGES.join(', ')}`),
);
const chosen = VOICES.filter(({ language }) => wanted.length === 0 || wanted.includes(language));
await mkdir(FOLDER, { recursive: true });
const rows: string[][] = [['language', 'sex', 'voice', 's', 'phones', 'words', 's per s', 'agrees', 'peak', 'faults']];
const faults: string[] = [];
for (const { language, sex } of chosen) {
  const measured = await measureVoice(language, sex);
  const wrong = judge(measured);
  faults.push(...wrong.map((fault) => `${language} ${sex}: ${fault}`));
  rows.push(describe(measured, wrong));
  await keep(measured);
}
for (const line of alignColumns(rows)) console.log(line);
if (wanted.length === 0) {
  for (const sex of ['female', 'male']) await drawSheet(sex);
  console.log('');
  for (const line of alignColumns(await describeActors('en-US'))) console.log(line);
}
console.log(faults.length === 0 ? `\nEvery voice speaks; listen in ${FOLDER}.` : `\n${faults.join('\n')}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function describe(measured: Measured, wrong: readonly string[]): string[] {
  const { language, sex, voice, seconds, phones, words, effort, agreement, peak } = measured;
  const numbers = [seconds.toFixed(2), `${phones}`, `${words}`, effort.toFixed(3)];
  return [
    language,
    sex,
    voice,
    ...numbers,
    `${(agreement * 100).toFixed(0)} %`,
    peak.toFixed(2),
    wrong.join('; ') || 'none',
  ];
}

/** A row for each actor: `apart` is how far the nearest of the same sex sounds, 1 for a difference that listeners just notice. */
async function describeActors(language: Language): Promise<string[][]> {
  const sounds: ActorSound[] = [];
  for (const { id } of ACTORS) sounds.push(await measureActor(id, language));
  const rows = [['actor', 'voice', 's', 'pitch Hz', '10 to 90 %', 'tract', 'LUFS', 'CPU s per s', 'nearest', 'apart']];
  for (const sound of sounds) {
    const { actor, sex, speech, pitch, tract, loudness, effort } = sound;
    const { actor: nearest, distance } = findNearest(sound, sounds);
    const [low, middle, high] = pitch.map((hertz) => hertz.toFixed(0));
    const figures = [speech.timeline.duration.toFixed(2), `${middle}`, `${low} to ${high}`, tract.toFixed(3)];
    rows.push([
      actor,
      speech.timeline.voice,
      ...figures,
      loudness.toFixed(1),
      effort.toFixed(3),
      nearest,
      distance.toFixed(2),
    ]);
    if (distance < 1) faults.push(`${actor} (${sex}): hard to distinguish from ${nearest}`);
    await draw(`${actor}-${language}`, speech);
  }
  return rows;
}

function keep({ language, sex, speech }: Measured): Promise<void> {
  return draw(`${sex}-${language}`, speech);
}

async function draw(name: string, speech: Speech): Promise<void> {
  const base = join(FOLDER, name);
  await writeFile(`${base}.wav`, encodeWav(speech.audio));
  const picture = 'aresample=16000,showspectrumpic=s=900x200:legend=0:scale=log:drange=80';
  await run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', '-i', `${base}.wav`, '-lavfi', picture, `${base}.png`], {
    timeout: PATIENCE,
  });
}

async function drawSheet(sex: string): Promise<void> {
  const files = VOICES.filter((voice) => voice.sex === sex).flatMap(({ language }) => [
    '-i',
    join(FOLDER, `${sex}-${language}.png`),
  ]);
  const count = files.length / 2;
  const layout = Array.from({ length: count }, (_, i) => `${(i % 2) * 900}_${Math.floor(i / 2) * 200}`).join('|');
  const options = ['-filter_complex', `xstack=inputs=${count}:layout=${layout}`, join(FOLDER, `sheet-${sex}.png`)];
  await run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...files, ...options], { timeout: PATIENCE });
}
