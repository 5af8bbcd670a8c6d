import { useComputed, useSignalEffect } from '@preact/signals';
import type { Timeline } from '@talking-avatar/client';
import { useRef } from 'preact/hooks';
import { messages } from '../messages/index.ts';
import type { Playback } from './playback.ts';

/** Width of a second on the phone strip, in px. */
const SECOND = 260;

/** Words, and phones on a strip that moves with the audio. */
export function Words({ timeline, playback }: { timeline: Timeline; playback: Playback }) {
  const m = messages.value;
  const now = useComputed(() => indexAt(timeline.words, playback.time.value));
  return (
    <section class="words-panel" aria-label={m.words}>
      <p class="spoken" lang={timeline.language} dir="auto">
        {timeline.words.map((word, index) => (
          <Word key={index} text={word.text} isNow={now.value === index} onJump={() => playback.seek(word.start)} />
        ))}
      </p>
      <Phones timeline={timeline} playback={playback} />
    </section>
  );
}

function Word({ text, isNow, onJump }: { text: string; isNow: boolean; onJump: () => void }) {
  return (
    <>
      <button type="button" class="word" aria-current={isNow ? 'true' : undefined} onClick={onJump}>
        {text}
      </button>{' '}
    </>
  );
}

/** Returns the index of the range at a time, or -1 between two ranges. */
function indexAt(stretches: readonly { start: number; end: number }[], time: number): number {
  return stretches.findLastIndex(({ start, end }) => start <= time && time < end);
}

function Phones({ timeline, playback }: { timeline: Timeline; playback: Playback }) {
  const strip = useRef<HTMLDivElement>(null);
  const last = useRef(-1);
  // Set it without rendering, because it changes on every frame.
  useSignalEffect(() => {
    const time = playback.time.value;
    const element = strip.current;
    if (!element) return;
    element.style.transform = `translateX(${-time * SECOND}px)`;
    const index = indexAt(timeline.phones, time);
    if (index === last.current) return;
    element.children[last.current]?.removeAttribute('data-now');
    element.children[index]?.setAttribute('data-now', '');
    last.current = index;
  });
  return (
    <div class="phones" aria-hidden="true">
      <div ref={strip} class="strip">
        {timeline.phones.map(({ symbol, start, end, stress }, index) => (
          <span
            key={index}
            data-stress={stress}
            style={{ left: `${start * SECOND}px`, width: `${Math.max(2, (end - start) * SECOND - 2)}px` }}
          >
            {symbol}
          </span>
        ))}
      </div>
    </div>
  );
}
