import { type Clip, measureEnvelope, solve } from '@talking-avatar/animation';
import { createTakeName, readBakedActor, writeFbx } from '@talking-avatar/avatar';
import { headActorOf } from '@talking-avatar/contract';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import type { Section } from '../report.ts';

const SENTENCE = 'Maybe Bob and Pam will buy a big map. My puppy hops over five very white sheep, and nobody knows why it is so happy! ';

/** How often the text is repeated. The speech then lasts slightly more than a minute, and is cut to exactly one. */
const REPEATS = 9;
const SECONDS = 60;
const FPS = 60;

/** Number of times that the writer runs. Both the median and the first run are reported, because the first run is like a cold function. */
const RUNS = 5;

const MB = 1e6;

/** Measures the size of an FBX with a head and a minute of speech, and the time and memory needed to write it. */
export async function measureFbx(): Promise<Section> {
  const clip = await animate();
  const started = performance.now();
  const head = await readBakedActor(headActorOf('female'));
  const read = performance.now() - started;
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    bytes = writeFbx(head, clip, createTakeName(['Maybe', 'Bob', 'and', 'Pam'])).length;
    times.push(performance.now() - begun);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!;
  return {
    title: 'FBX of 60 s at 60 fps',
    figures: [
      { name: 'size', value: bytes / MB, unit: 'MB', bar: '<= 12' },
      { name: 'reading the head', value: read, unit: 'ms' },
      { name: 'writing, first', value: times[0]!, unit: 'ms', bar: '<= 2000' },
      { name: 'writing, median', value: median, unit: 'ms', bar: '<= 2000' },
      { name: 'memory of the process, peak', value: (process.resourceUsage().maxRSS * 1024) / MB, unit: 'MB' },
    ],
  };
}

async function animate(): Promise<Clip> {
  const { timeline, audio } = await createEmbeddedEngine().speak({
    text: SENTENCE.repeat(REPEATS),
    language: 'en-US',
    sex: 'female',
    speed: 1,
  });
  const emotion = { expression: 'neutral', level: 0 } as const;
  const clip = solve({ timeline, loudness: measureEnvelope(audio), emotion, seed: 'fbx', fps: FPS });
  const frames = SECONDS * FPS;
  if (clip.frames < frames) throw new Error(`The speech lasts ${clip.frames / FPS} s, less than ${SECONDS} s`);
  const channels = new Map([...clip.channels].map(([name, values]) => [name, values.slice(0, frames)]));
  return { fps: FPS, frames, channels };
}
