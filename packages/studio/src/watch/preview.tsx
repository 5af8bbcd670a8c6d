import { useSignal, useSignalEffect } from '@preact/signals';
import type { JobStatus } from '@talking-avatar/client';
import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../messages/index.ts';
import { recordError } from '../state/session.ts';
import type { Clip } from './clip.ts';
import { actorOf, readHead } from './head-source.ts';
import type { Playback } from './playback.ts';
import type { HeadScene } from './scene.ts';

interface PreviewProps {
  job: JobStatus;
  playback: Playback;
  /** The job's curves. A GLB contains its own. */
  clip?: Clip | undefined;
}

/** Shows the job on a 3D head, which is loaded on request. */
export function Preview({ job, playback, clip }: PreviewProps) {
  const m = messages.value;
  const isOpen = useSignal(false);
  const isOwn = job.output.type === 'glb';
  return (
    <section class="preview" aria-label={m.preview}>
      {isOpen.value ? (
        <Head job={job} playback={playback} clip={clip} />
      ) : (
        <div class="empty">
          <button
            type="button"
            onClick={() => {
              isOpen.value = true;
            }}
          >
            {m.openPreview}
          </button>
          {!isOwn && <p class="hint">{m.previewHint(actorOf(job))}</p>}
        </div>
      )}
    </section>
  );
}

function Head({ job, playback, clip }: PreviewProps) {
  const m = messages.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useSignal<HeadScene | undefined>(undefined);
  const state = useSignal<string>(m.loading);
  const failed = useSignal('');
  useEffect(() => {
    const element = canvas.current!;
    const gone = new AbortController();
    const open = async () => {
      const glb = await readHead(job, gone.signal, () => {
        state.value = messages.peek().previewMaking;
      });
      const { createHeadScene } = await import('./scene.ts');
      const made = await createHeadScene(element, glb, clip);
      if (gone.signal.aborted) return made.dispose();
      scene.value = made;
      made.resize(element.clientWidth, element.clientHeight);
      state.value = '';
    };
    open().catch((error: unknown) => {
      if (!gone.signal.aborted) failed.value = recordError(error);
    });
    const resize = new ResizeObserver(() => scene.peek()?.resize(element.clientWidth, element.clientHeight));
    resize.observe(element);
    return () => {
      gone.abort();
      resize.disconnect();
      scene.peek()?.dispose();
    };
  }, [job.id]);
  useSignalEffect(() => scene.value?.show(playback.time.value));
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={m.previewLabel} data-ready={scene.value !== undefined} />
      <p class="hint" role="status">
        {failed.value ? m.previewFailed(failed.value) : state}
      </p>
    </>
  );
}
