import { type Clip, measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import { readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, openGpu, type Renderer, type ViewSettings } from '@talking-avatar/avatar/render';
import { encodePoster } from '@talking-avatar/avatar/video';
import { ACTORS, EXPRESSIONS, type SpeechTimeline } from '@talking-avatar/contract';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import sharp, { type OverlayOptions } from 'sharp';
import { readTool } from '../../bin/tool.ts';

const USAGE = 'npm run check:expressions -- [--actor ID]';

/** Sentences with open vowels, closures, labiodentals, and a pause. */
const TEXT = 'My father found a lamp, and Bob put five apples in a bag. <break time="1500ms"/> Maybe you remember them.';
const LEVELS = [0, 0.5, 1] as const;
/** Width and height of a tile, and of the picture that its face is cropped from, in pixels. */
const PIXELS = 300;
const DRAWN = 520;
const FACE = { left: 118, top: 140, width: 284, height: 284 };
const LABEL = 26;
const GREY = { red: 78, green: 84, blue: 92 };
/** If the eyes are closed by more than this, the actor is blinking, so a different moment is rendered. */
const BLINKING = 0.4;

/** Moments to render, with the best frames first. */
const MOMENTS: Readonly<Record<string, (timeline: SpeechTimeline, clip: Clip) => number[]>> = {
  vowel: (timeline, clip) => {
    const jaw = clip.channels.get('jawOpen')!;
    return middles(timeline, /^[aæɑ]/, clip.fps, -0.04).sort((a, b) => jaw[b]! - jaw[a]!);
  },
  closure: (timeline, clip) => middles(timeline, /^[bm]/, clip.fps),
  teeth: (timeline, clip) => middles(timeline, /^[fv]/, clip.fps),
  pause: (timeline, clip) => {
    const { start, end } = timeline.phones.reduce((a, b) => (b.symbol === 'sil' && b.end - b.start > 1 ? b : a));
    return Array.from({ length: 40 }, (_, i) => Math.round((start + ((end - start) * (i + 20)) / 80) * clip.fps));
  },
};

/**
 * Renders the six expressions at levels 0, 0.5, and 1 in the same sentence, as a single picture. Each is shown at an open vowel, a closure,
 * a labiodental, and a pause.
 */
const { values } = readTool(USAGE, { actor: { type: 'string', default: 'amara' } }, []);
const out = 'out/expressions.png';
await drawSheet(out, values.actor);

async function drawSheet(file: string, id: string): Promise<void> {
  const sex = ACTORS.find((actor) => actor.id === id)?.sex ?? 'female';
  const { audio, timeline } = await createEmbeddedEngine().speak({ text: TEXT, language: 'en-US', sex, speed: 1 });
  const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
  const view: ViewSettings = { camera: 0, width: DRAWN, height: DRAWN, background: GREY };
  const gpu = await openGpu();
  const renderer = await createRenderer(gpu, await readBakedActor(id), view);
  const tiles: OverlayOptions[] = [];
  for (const [row, expression] of EXPRESSIONS.entries()) {
    for (const [i, level] of LEVELS.entries()) {
      const clip = solve({ timeline, ...voice, emotion: { expression, level }, seed: id, fps: 60 });
      for (const [j, [name, choose]] of Object.entries(MOMENTS).entries()) {
        const frames = choose(timeline, clip);
        const frame = frames.find((each) => clip.channels.get('eyeBlinkLeft')![each]! < BLINKING) ?? frames[0]!;
        const at = { left: (j * LEVELS.length + i) * PIXELS, top: row * (PIXELS + LABEL) };
        tiles.push({ input: await drawTile(renderer, clip, frame, view), ...at });
        tiles.push({
          input: writeLabel(`${expression} ${level} ${name} ${(frame / 60).toFixed(2)} s`),
          left: at.left,
          top: at.top + PIXELS,
        });
      }
    }
  }
  renderer.close();
  gpu.close();
  const width = PIXELS * LEVELS.length * Object.keys(MOMENTS).length;
  const height = (PIXELS + LABEL) * EXPRESSIONS.length;
  await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(tiles)
    .png()
    .toFile(file);
  console.log(`${file} shows ${tiles.length / 2} pictures of ${id}`);
}

async function drawTile(renderer: Renderer, clip: Clip, frame: number, view: ViewSettings): Promise<Buffer> {
  const picture = await encodePoster(await renderer.render(clip, frame), view);
  return await sharp(picture).extract(FACE).resize(PIXELS).toBuffer();
}

function writeLabel(text: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${LABEL}"><text x="6" y="18" font-size="15" font-family="sans-serif">${text}</text></svg>`,
  );
}

/** Returns the middle frame of each matching phone, shifted by `shift` seconds. */
function middles({ phones }: SpeechTimeline, symbols: RegExp, fps: number, shift = 0): number[] {
  return phones.filter(({ symbol }) => symbols.test(symbol)).map(({ start, end }) => Math.round(((start + end) / 2 + shift) * fps));
}
