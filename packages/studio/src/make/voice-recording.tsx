import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { formatDuration, messages } from '../messages/index.ts';
import { FieldError } from '../parts/field.tsx';
import { errors } from '../state/form.ts';
import { keepRecording, recording } from '../state/recording.ts';
import { type Microphone, openMicrophone } from './microphone.ts';
import { findFault } from './sound-file.ts';

const report = (message: string | undefined) => {
  const { recording: _, ...rest } = errors.value;
  errors.value = message === undefined ? rest : { ...rest, recording: message };
};

function take(file: File | undefined): void {
  if (!file) return;
  const fault = findFault(file, messages.value);
  report(fault);
  if (!fault) keepRecording({ blob: file, name: file.name });
}

export function VoiceRecording() {
  const m = messages.value;
  const over = useSignal(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of three ways to add a file, and the others are buttons
    <div
      class="recording"
      data-field="recording"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => {
        over.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        take(event.dataTransfer?.files[0]);
      }}
    >
      {recording.value ? <Kept /> : <Empty hint={m.dropVoice} />}
      <FieldError name="recording" />
    </div>
  );
}

function Kept() {
  const m = messages.value;
  const { blob, name } = recording.value!;
  const url = useComputed(() => (recording.value ? URL.createObjectURL(recording.value.blob) : ''));
  useEffect(() => () => URL.revokeObjectURL(url.peek()), [blob]);
  return (
    <div class="kept">
      <span class="file-name">{name}</span>
      {/* biome-ignore lint/a11y/useMediaCaption: the user's own voice, whose transcript is the text above */}
      <audio controls src={url} />
      <button type="button" class="quiet" onClick={() => keepRecording(undefined)}>
        {m.removeRecording}
      </button>
    </div>
  );
}

function Empty({ hint }: { hint: string }) {
  const m = messages.value;
  const input = useRef<HTMLInputElement>(null);
  const microphone = useSignal<Microphone | undefined>(undefined);
  const seconds = useSignal(0);
  const record = async () => {
    report(undefined);
    try {
      const opened = await openMicrophone();
      microphone.value = opened;
      const began = performance.now();
      const timer = setInterval(() => {
        seconds.value = (performance.now() - began) / 1000;
      }, 250);
      const { blob, broken } = await opened.done;
      clearInterval(timer);
      microphone.value = undefined;
      if (broken) report(m.micBroken);
      if (blob.size > 0) keepRecording({ blob, name: `${m.recordedName}.${blob.type.split('/')[1]}` });
    } catch (error) {
      report((error as DOMException).name === 'NotFoundError' ? m.micMissing : m.micRefused);
    }
  };
  useEffect(() => () => microphone.peek()?.stop(), []);
  if (microphone.value)
    return (
      <div class="now">
        <span role="status">{m.recordingNow(formatDuration(Math.floor(seconds.value)))}</span>
        <button type="button" class="primary" onClick={() => microphone.value?.stop()}>
          {m.stopRecording}
        </button>
      </div>
    );
  return (
    <div class="empty">
      <p>{hint}</p>
      <div class="row">
        <button type="button" onClick={() => void record()}>
          <span class="dot" /> {m.record}
        </button>
        <button type="button" onClick={() => input.current?.click()}>
          {m.chooseFile}
        </button>
        <input
          ref={input}
          type="file"
          accept="audio/*,.flac,.opus"
          class="visually-hidden"
          tabIndex={-1}
          aria-label={m.chooseFile}
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
      </div>
    </div>
  );
}
