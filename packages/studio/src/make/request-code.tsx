import { useSignal } from '@preact/signals';
import { messages } from '../messages/index.ts';
import { recording } from '../state/recording.ts';
import { SERVICE_URL } from '../state/session.ts';
import { currentJob } from './current-job.ts';
import { SNIPPETS, writeSnippet } from './snippets.ts';

export function RequestCode() {
  const m = messages.value;
  const kind = useSignal<(typeof SNIPPETS)[number]>('curl');
  const copied = useSignal(false);
  const code = writeSnippet(kind.value, SERVICE_URL, currentJob.value, recording.value?.name);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    copied.value = true;
    setTimeout(() => {
      copied.value = false;
    }, 2_000);
  };
  return (
    <details class="code">
      <summary>{m.copyRequest}</summary>
      <div class="row">
        {SNIPPETS.map((name) => (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-pressed={kind.value === name}
            onClick={() => {
              kind.value = name;
            }}
          >
            {name}
          </button>
        ))}
        <button type="button" onClick={() => void copy()}>
          {copied.value ? m.copied : m.copy}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0}>{code}</pre>
    </details>
  );
}
