import { type Clip, measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import { readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, openGpu, type Renderer, type ViewSettings } from '@talking-avatar/avatar/render';
import { measureAperture } from '@talking-avatar/avatar/testing';
import { encodePoster } from '@talking-avatar/avatar/video';
import type { Phone, SpeechTimeline } from '@talking-avatar/contract';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import sharp, { type OverlayOptions } from 'sharp';
import { readTool } from '../../bin/tool.ts';

const USAGE = 'npm run check:mouths -- [ACTOR…] [--out FOLDER]';

/** One word per sound. The pattern matches the phone to render. */
const SOUNDS: readonly { word: string; symbol: RegExp; round: boolean }[] = [
  { word: 'we', symbol: /^w/, round: true },
  { word: 'away', symbol: /^w/, round: true },
  { word: 'food', symbol: /^u/, round: true },
  { word: 'show', symbol: /^oʊ|^o/, round: true },
  { word: 'she', symbol: /^ʃ/, round: true },
  { word: 'fish', symbol: /^ʃ/, round: true },
  { word: 'see', symbol: /^i/, round: false },
  { word: 'fan', symbol: /^f/, round: false },
  { word: 'love', symbol: /^ʌ/, round: false },
  { word: 'pan', symbol: /^p/, round: false },
  { word: 'sun', symbol: /^s/, round: false },
  { word: 'father', symbol: /^ɑ/, round: false },
];
const TEXT = SOUNDS.map(({ word }) => `Say ${word}.`).join(' ');

/** Width and height of the rendered picture and of the crop around the mouth, in pixels. */
const SIDE = 720;
const MOUTH = { left: 270, top: 400, width: 180, height: 180 };
const GREY = { red: 78, green: 84, blue: 92 };
const LABEL = 22;

const { values, positionals } = readTool(USAGE, { out: { type: 'string', default: 'out' } });
for (const actor of positionals.length > 0 ? positionals : ['elena', 'amara']) await drawSheet(actor, values.out);

/**
 * Renders each sound in the middle of its phone, crops the picture to the mouth, and prints how wide the mouth opens relative to a neutral
 * mouth.
 */
async function drawSheet(id: string, folder: string): Promise<void> {
  const { audio, timeline } = await createEmbeddedEngine().speak({
    text: TEXT,
    language: 'en-US' as const,
    sex: 'female' as const,
    speed: 0.9,
  });
  const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
  const emotion = { expression: 'neutral', level: 0 } as const;
  const clip = holdStill(solve({ timeline, ...voice, emotion, seed: id, fps: 60 }));
  const view: ViewSettings = { camera: 0, width: SIDE, height: SIDE, background: GREY };
  const actor = await readBakedActor(id);
  const gpu = await openGpu();
  const renderer = await createRenderer(gpu, actor, view);
  const aperture = await measureAperture(gpu, actor);
  const tiles: OverlayOptions[] = [];
  for (const [i, { word, symbol, round }] of SOUNDS.entries()) {
    const phone = findPhone(timeline, 2 * i + 1, symbol);
    const frame = Math.round(((phone.start + phone.end) / 2) * clip.fps);
    const at = { left: (i % 6) * MOUTH.width, top: Math.floor(i / 6) * (MOUTH.height + LABEL) };
    const width = await aperture.width(clip, frame);
    tiles.push({ input: await cropMouth(renderer, clip, frame, view), ...at });
    const label = `${word} ${symbol.source.slice(1)} ${width.toFixed(2)}`;
    tiles.push({ input: writeLabel(label), left: at.left, top: at.top + MOUTH.height });
    console.log(`${id} ${label}${round ? ` round: ${width <= 0.75 ? 'at most .75' : 'wider than .75'}` : ''}`);
  }
  renderer.close();
  aperture.close();
  gpu.close();
  const size = { width: 6 * MOUTH.width, height: Math.ceil(SOUNDS.length / 6) * (MOUTH.height + LABEL) };
  await sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .composite(tiles)
    .png()
    .toFile(`${folder}/mouths-${id}.png`);
  console.log(`${folder}/mouths-${id}.png shows ${SOUNDS.length} sounds of ${id}`);
}

async function cropMouth(renderer: Renderer, clip: Clip, frame: number, view: ViewSettings): Promise<Buffer> {
  return await sharp(await encodePoster(await renderer.render(clip, frame), view))
    .extract(MOUTH)
    .png()
    .toBuffer();
}

/** Removes head motion, which would move the mouth around in the frame. */
function holdStill(clip: Clip): Clip {
  const channels = new Map([...clip.channels].map(([name, values]) => [name, name.startsWith('head') ? values.map(() => 0) : values]));
  return { ...clip, channels };
}

function findPhone(timeline: SpeechTimeline, word: number, symbol: RegExp): Phone {
  const phone = timeline.phones.find((each) => each.word === word && symbol.test(each.symbol));
  if (phone === undefined)
    throw new Error(
      `word ${word} has no ${symbol}: ${timeline.phones
        .filter((each) => each.word === word)
        .map((each) => each.symbol)
        .join(' ')}`,
    );
  return phone;
}

function writeLabel(text: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${MOUTH.width}" height="${LABEL}"><text x="4" y="16" font-size="14" font-family="sans-serif">${text}</text></svg>`,
  );
}
