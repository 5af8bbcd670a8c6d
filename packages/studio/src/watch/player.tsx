import { useSignal } from '@preact/signals';
import type { JobStatus } from '@talking-avatar/client';
import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../messages/index.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { addressOf, readFile } from './files.ts';
import type { Playback } from './playback.ts';

/**
 * A job's video or sound. After a lost connection, playback continues where it left off. A video is shown only once its URL is known,
 * because changing the URL later would end playback.
 */
export function Player({ job, playback }: { job: JobStatus; playback: Playback }) {
  const m = messages.value;
  const isVideo = job.output.type === 'video';
  const attempt = useSignal(0);
  const broken = useSignal(false);
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const source = useLoaded((signal) => addressOf(job.id, isVideo ? 'result' : 'audio', signal), [job.id, attempt.value]);
  const captions = useLoaded(async () => {
    if (!isVideo || !job.output.artifacts?.includes('captions')) return '';
    return URL.createObjectURL(new Blob([await readFile(job.id, 'captions')], { type: 'text/vtt' }));
  }, [job.id]);
  useEffect(() => {
    playback.attach(media.current);
    return () => playback.attach(null);
  }, [source.value.value]);
  // Reload explicitly after a retry. URLs signed within the same second are identical, and an identical URL does not trigger a reload.
  useEffect(() => {
    if (broken.peek()) media.current?.load();
  }, [source.value]);
  useEffect(() => () => URL.revokeObjectURL(captions.peek().value ?? ''), [captions.value.value]);
  const { value: url, error } = source.value;
  const common = {
    ref: media,
    src: url,
    controls: true,
    onError: () => {
      broken.value = true;
    },
    onLoadedMetadata: () => {
      broken.value = false;
      // Resume at the previous position after a retry.
      if (playback.time.peek() > 0) playback.seek(playback.time.peek());
    },
  };
  return (
    <div class="player">
      {isVideo && !url && <div class="screen" />}
      {isVideo && url && (
        <video {...common} playsInline preload="auto">
          <track kind="captions" src={captions.value.value || undefined} />
        </video>
      )}
      {!isVideo && <audio {...common} preload="auto" />}
      {(broken.value || error) && (
        <div class="notice" role="alert">
          <p>{error ?? m.cannotPlay}</p>
          <button
            type="button"
            onClick={() => {
              attempt.value += 1;
            }}
          >
            {m.retry}
          </button>
        </div>
      )}
    </div>
  );
}
