import { mkdirSync, writeFileSync } from 'node:fs';
import { type Clip, measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import { createRandom } from '@talking-avatar/animation/testing';
import { readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, openGpu, type ViewSettings } from '@talking-avatar/avatar/render';
import { encodePoster } from '@talking-avatar/avatar/video';
import { ACTORS, EXPRESSIONS, type SpeechTimeline } from '@talking-avatar/contract';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import sharp, { type OverlayOptions } from 'sharp';
import { readTool } from '../../bin/tool.ts';

const USAGE = 'npm run check:blind -- expressions|words [ACTOR…] [--seed N] [--out FOLDER]';
const GREY = { red: 78, green: 84, blue: 92 };
const FPS = 60;
const LABEL = 24;

/** Pairs of words that are hard to tell apart by lip-reading. One word of each pair is shown. */
const PAIRS = [
  ['we', 'they'],
  ['show', 'see'],
  ['fan', 'pan'],
  ['food', 'feed'],
  ['bay', 'day'],
  ['wish', 'with'],
  ['mow', 'no'],
  ['boat', 'bite'],
  ['you', 'he'],
  ['pay', 'say'],
  ['full', 'fill'],
  ['shoe', 'tea'],
] as const;
const SENTENCES = [
  'I was going to tell you about the man who lives above the shop.',
  'The people from the farm came back before dinner and opened the door.',
  'Maybe we should have a look at the other pictures first.',
];
const LEVEL = 0.8;
/** How much more closed than at the widest opening nearby the eyelids must be to count as blinking. */
const BLINK_SLACK = 0.08;
const STRIP_FRAMES = 9;

interface Picture {
  image: Buffer;
  answer: string;
}

/**
 * Renders numbered pictures in random order, for a viewer who does not know the answers: either the six expressions at level 0.8 in the
 * middle of a sentence, or words as strips of mouth pictures. The answers are written to a separate file.
 */
const { values, positionals, refuse } = readTool(USAGE, {
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'out' },
});
const [kind, ...chosen] = positionals;
if (kind !== 'expressions' && kind !== 'words') refuse('Missing argument: expressions or words');
const actors = ACTORS.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
mkdirSync(values.out, { recursive: true });
const engine = createEmbeddedEngine();
const gpu = await openGpu();
const pictures = kind === 'expressions' ? await drawExpressions() : await drawWords();
gpu.close();
await writeSheets(shuffle(pictures));

async function drawExpressions(): Promise<Picture[]> {
  const view: ViewSettings = { camera: 0, width: 520, height: 520, background: GREY };
  const drawn: Picture[] = [];
  for (const [i, { id, sex }] of actors.entries()) {
    const random = createRandom(`${values.seed} ${id}`);
    const text = SENTENCES[(i + Number(values.seed)) % SENTENCES.length]!;
    const { audio, timeline } = await engine.speak({ text, language: 'en-US', sex, speed: 1 });
    const renderer = await createRenderer(gpu, await readBakedActor(id), view);
    for (const expression of EXPRESSIONS) {
      const clip = perform(timeline, audio, expression, `${values.seed} ${id}`);
      const time = timeline.duration * random.between(0.3, 0.7);
      const image = await encodePoster(await renderer.render(clip, findOpenEyes(clip, Math.round(time * FPS))), view);
      const face = { left: 90, top: 100, width: 340, height: 340 };
      drawn.push({ image: await sharp(image).extract(face).resize(300).toBuffer(), answer: `${expression} ${id}` });
    }
    renderer.close();
  }
  return drawn;
}

async function drawWords(): Promise<Picture[]> {
  const view: ViewSettings = { camera: 0, width: 720, height: 720, background: GREY };
  const drawn: Picture[] = [];
  for (const { id, sex } of actors) {
    const random = createRandom(`${values.seed} ${id}`);
    const renderer = await createRenderer(gpu, await readBakedActor(id), view);
    for (const pair of PAIRS) {
      const word = pair[random.between(0, 1) < 0.5 ? 0 : 1];
      const text = `Say ${word} again.`;
      const { audio, timeline } = await engine.speak({ text, language: 'en-US', sex, speed: 0.9 });
      const clip = holdHead(perform(timeline, audio, 'neutral', `${values.seed} ${id}`));
      const { start, end } = timeline.words[1]!;
      const strip: OverlayOptions[] = [];
      for (let i = 0; i < STRIP_FRAMES; i++) {
        const time = start - 0.04 + ((end - start) * i) / (STRIP_FRAMES - 1);
        const image = await encodePoster(await renderer.render(clip, Math.round(time * FPS)), view);
        const mouth = await sharp(image).extract({ left: 275, top: 415, width: 170, height: 150 }).toBuffer();
        strip.push({ input: mouth, left: i * 172, top: 0 });
      }
      const size = { width: STRIP_FRAMES * 172, height: 150 };
      const image = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
        .composite(strip)
        .png()
        .toBuffer();
      drawn.push({ image, answer: `${word} (${pair.join('/')}) ${id}` });
    }
    renderer.close();
  }
  return drawn;
}

function perform(
  timeline: SpeechTimeline,
  audio: Parameters<typeof measureEnvelope>[0],
  expression: (typeof EXPRESSIONS)[number],
  seed: string,
): Clip {
  const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
  return solve({ timeline, ...voice, emotion: { expression, level: LEVEL }, seed, fps: FPS });
}

/** Finds the nearby frame in which the eyes are most open, to avoid blinks. */
function findOpenEyes(clip: Clip, frame: number): number {
  const lids = clip.channels.get('eyeBlinkLeft')!;
  const near = Array.from({ length: FPS }, (_, i) => frame + (i % 2 ? -1 : 1) * Math.ceil(i / 2));
  return near.find((each) => lids[each]! < Math.min(...near.map((k) => lids[k]!)) + BLINK_SLACK)!;
}

/** Removes head motion, which would move the mouth around in the picture. */
function holdHead(clip: Clip): Clip {
  const still = [...clip.channels].map(([name, curve]) => [name, name.startsWith('head') ? curve.map(() => 0) : curve] as const);
  return { ...clip, channels: new Map(still) };
}

function shuffle(list: readonly Picture[]): Picture[] {
  const random = createRandom(`${values.seed} order ${process.hrtime.bigint()}`);
  return list
    .map((picture) => ({ picture, at: random.between(0, 1) }))
    .sort((a, b) => a.at - b.at)
    .map(({ picture }) => picture);
}

async function writeSheets(shown: readonly Picture[]): Promise<void> {
  const [columns, rows] = kind === 'expressions' ? [6, 4] : [1, 9];
  const { width = 0, height = 0 } = await sharp(shown[0]!.image).metadata();
  for (let first = 0, sheet = 1; first < shown.length; first += columns * rows, sheet++) {
    const tiles = shown.slice(first, first + columns * rows).flatMap(({ image }, i): OverlayOptions[] => {
      const [left, top] = [(i % columns) * width, Math.floor(i / columns) * (height + LABEL)];
      const pair = kind === 'words' ? /\((.*)\)/.exec(shown[first + i]!.answer)![1] : '';
      const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}"><text x="4" y="18" font-size="16" font-family="DejaVu Sans">${first + i + 1} ${pair}</text></svg>`;
      return [
        { input: image, left, top },
        { input: Buffer.from(label), left, top: top + height },
      ];
    });
    const size = { width: columns * width, height: rows * (height + LABEL) };
    await sharp({ create: { ...size, channels: 3, background: '#fff' } })
      .composite(tiles)
      .png()
      .toFile(`${values.out}/blind-${kind}-${sheet}.png`);
  }
  const answers = shown.map(({ answer }, i) => `${i + 1} ${answer}`).join('\n');
  writeFileSync(`${values.out}/blind-${kind}-answers.txt`, `${answers}\n`);
  console.log(`${values.out}/blind-${kind}-1.png … show ${shown.length} pictures; the answers are in a text file in the same folder`);
}
