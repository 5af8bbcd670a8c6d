import { type Signal, signal } from '@preact/signals';

/** The playback time, which everything on a job's page follows. */
export interface Playback {
  /** In seconds. */
  readonly time: Signal<number>;
  readonly playing: Signal<boolean>;
  /** Jumps to a time, in seconds. */
  seek(time: number): void;
  /** Follows the job's video or sound. */
  attach(media: HTMLMediaElement | null): void;
}

/** Follows a media element frame by frame, because its own events fire only four times a second. */
export function createPlayback(): Playback {
  const time = signal(0);
  const playing = signal(false);
  let media: HTMLMediaElement | null = null;
  let frame = 0;
  const follow = () => {
    if (!media) return;
    time.value = media.currentTime;
    playing.value = !media.paused && !media.ended;
    if (playing.value) frame = requestAnimationFrame(follow);
  };
  const restart = () => {
    cancelAnimationFrame(frame);
    follow();
  };
  const EVENTS = ['play', 'playing', 'pause', 'seeked', 'seeking', 'timeupdate', 'ended'];
  return {
    time,
    playing,
    seek: (next) => {
      if (media) media.currentTime = next;
      time.value = next;
    },
    attach: (next) => {
      if (next === media) return;
      cancelAnimationFrame(frame);
      for (const name of EVENTS) media?.removeEventListener(name, restart);
      media = next;
      for (const name of EVENTS) media?.addEventListener(name, restart);
    },
  };
}
