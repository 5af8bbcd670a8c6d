import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ACTORS, findLanguage, LANGUAGES, type Language } from '@talking-avatar/contract';
import { createEmbeddedEngine, encodeWav, measureLoudness, normalizeLoudness, type Speech } from '@talking-avatar/speech';
import {
  type ActorSound,
  findNearest,
  judge,
  type Measured,
  measureActor,
  measurePitch,
  measureVoice,
  VOICES,
} from '@talking-avatar/speech/testing';
import { alignColumns } from '../../bin/operator/columns.ts';
import { readTool } from '../../bin/tool.ts';
import { measureBandwidth } from './bandwidth.ts';
import { findRecognizer, INSTALL_HINT, measureWordErrors, SENTENCES, WORD_ERROR_BARS } from './intelligibility.ts';

const run = promisify(execFile);
const FOLDER = 'out/voices';
const FFMPEG_TIMEOUT = 60_000;

/** Loudness of stored audio in LUFS, and its maximum true peak in dBTP, including a margin for rounding. */
const LOUDNESS = -16;
const LOUDNESS_TOLERANCE = 0.5;
const CEILING = -0.99;

/** Sentences for speeds other than normal. With all sentences, this would take 40 minutes of CPU time. */
const EVERY_SECOND = SENTENCES.filter((_, i) => i % 2 === 0);

/**
 * `npm run voices` synthesizes text in each language with every voice, and in English with every actor. It prints measurements and writes
 * audio and spectrograms to out/voices, with one sheet per sex, in two columns and in the same order as the table. If languages are given,
 * it only measures their voices, without sheets or actors. `--words` also measures word errors with PocketSphinx in American and British
 * English, `--speeds 0.75,1.5` adds more speeds, using half of the sentences, and `--actors bruno,mei` measures only these actors. Exits
 * with 1 if a voice is silent, clipped, or spells words out, if two actors sound alike, or if loudness or word errors miss their threshold.
 */
const { positionals, values, refuse } = readTool('npm run voices -- [--words] [--speeds SPEED,…] [--actors NAME,…] [LANGUAGE…]', {
  words: { type: 'boolean' },
  speeds: { type: 'string', default: '' },
  actors: { type: 'string' },
});
const speeds = values.speeds === '' ? [] : values.speeds.split(',').map(Number);
if (speeds.some((speed) => !(speed > 0))) refuse(`--speeds: must be numbers such as 0.75,1.5, got ${values.speeds}`);
const names = values.actors?.split(',') ?? ACTORS.map(({ id }) => id);
const speakers = names.map((name) => ACTORS.find(({ id }) => id === name) ?? refuse(`Unknown actor "${name}"`));
const wanted = positionals.map(
  (code) => findLanguage(code) ?? refuse(`Unknown language "${code}"; expected one of ${LANGUAGES.join(', ')}`),
);
const chosen = VOICES.filter(({ language }) => wanted.length === 0 || wanted.includes(language));
await mkdir(FOLDER, { recursive: true });
const SOUND = ['LUFS', 'dBTP', 'band kHz', 'pitch Hz', '10 to 90 %'];
const rows: string[][] = [['language', 'sex', 'voice', 's', 'phones', 'words', 's per s', 'agrees', ...SOUND, 'faults']];
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
  for (const language of ['en-US', 'en-GB'] as const) {
    for (const line of alignColumns(await describeActors(language))) console.log(line);
    console.log('');
  }
}
if (values.words) for (const line of alignColumns(await describeWordErrors())) console.log(line);
console.log(faults.length === 0 ? `\nAll voices speak; listen to them in ${FOLDER}.` : `\n${faults.join('\n')}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function describe(measured: Measured, wrong: readonly string[]): string[] {
  const { language, sex, voice, seconds, phones, words, effort, agreement } = measured;
  const numbers = [seconds.toFixed(2), `${phones}`, `${words}`, effort.toFixed(3)];
  return [
    language,
    sex,
    voice,
    ...numbers,
    `${(agreement * 100).toFixed(0)} %`,
    ...describeSound(measured.speech),
    wrong.join('; ') || 'none',
  ];
}

/** Formats the stored loudness and true peak, the bandwidth, the median pitch, and how much the pitch varies. */
function describeSound({ audio, timeline }: Speech): string[] {
  const { integrated, truePeak } = measureLoudness(normalizeLoudness(audio).audio);
  const isOff = Math.abs(integrated - LOUDNESS) > LOUDNESS_TOLERANCE || truePeak > CEILING;
  if (isOff) faults.push(`${timeline.voice}: ${integrated.toFixed(1)} LUFS, ${truePeak.toFixed(1)} dBTP`);
  const [low, middle, high] = measurePitch(audio).map((hertz) => hertz.toFixed(0));
  const levels = [integrated, truePeak, measureBandwidth(audio) / 1000].map((value) => value.toFixed(1));
  return [...levels, `${middle}`, `${low} to ${high}`];
}

/** Tabulates word errors by actor, language, and speed, as percentages. */
async function describeWordErrors(): Promise<string[][]> {
  const recognizer = findRecognizer();
  if (!recognizer) {
    faults.push(INSTALL_HINT);
    return [];
  }
  const engine = createEmbeddedEngine();
  const tried = [1, ...speeds];
  const table = [['actor', 'language', 'voice', ...tried.map((speed) => `words wrong at ${speed}`)]];
  for (const { id: actor, sex } of speakers) {
    for (const [language, bar] of Object.entries(WORD_ERROR_BARS) as [Language, number][]) {
      const errors: number[] = [];
      for (const speed of tried) {
        const speak = async (text: string) => (await engine.speak({ text, language, sex, actor, speed })).audio;
        errors.push(await measureWordErrors(recognizer, speak, speed === 1 ? SENTENCES : EVERY_SECOND));
        if (errors.at(-1)! > (speed === 1 ? bar : 2 * bar))
          faults.push(`${actor} (${language}, speed ${speed}): ${(100 * errors.at(-1)!).toFixed(1)} % of the words wrong`);
      }
      const voice = engine.chooseVoice({ language, sex, actor });
      table.push([actor, language, voice, ...errors.map((share) => `${(100 * share).toFixed(1)} %`)]);
      console.log(table.at(-1)!.join('  '));
    }
  }
  return table;
}

/**
 * Returns one row per actor. `apart` is the distance to the most similar voice of the same sex, where 1 is a just noticeable difference.
 */
async function describeActors(language: Language): Promise<string[][]> {
  const sounds: ActorSound[] = [];
  for (const { id } of ACTORS) sounds.push(await measureActor(id, language));
  const rows = [['actor', 'voice', 's', ...SOUND, 'tract', 'CPU s per s', 'nearest', 'apart']];
  for (const sound of sounds) {
    const { actor, sex, speech, tract, effort } = sound;
    const { actor: nearest, distance } = findNearest(sound, sounds);
    const figures = [speech.timeline.duration.toFixed(2), ...describeSound(speech), tract.toFixed(3)];
    rows.push([actor, speech.timeline.voice, ...figures, effort.toFixed(3), nearest, distance.toFixed(2)]);
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
    timeout: FFMPEG_TIMEOUT,
  });
}

async function drawSheet(sex: string): Promise<void> {
  const files = VOICES.filter((voice) => voice.sex === sex).flatMap(({ language }) => ['-i', join(FOLDER, `${sex}-${language}.png`)]);
  const count = files.length / 2;
  const layout = Array.from({ length: count }, (_, i) => `${(i % 2) * 900}_${Math.floor(i / 2) * 200}`).join('|');
  const options = ['-filter_complex', `xstack=inputs=${count}:layout=${layout}`, join(FOLDER, `sheet-${sex}.png`)];
  await run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...files, ...options], { timeout: FFMPEG_TIMEOUT });
}
