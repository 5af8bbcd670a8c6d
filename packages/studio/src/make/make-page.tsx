import { useSignal } from '@preact/signals';
import { ServiceError } from '@talking-avatar/client';
import { messages } from '../messages/index.ts';
import { FieldError } from '../parts/field.tsx';
import { errors, form } from '../state/form.ts';
import { followJobs, remember } from '../state/jobs.ts';
import { recording } from '../state/recording.ts';
import { open } from '../state/route.ts';
import { client, recordError } from '../state/session.ts';
import { ActorChoice } from './actor-choice.tsx';
import { currentJob } from './current-job.ts';
import { EstimateLine } from './estimate.tsx';
import { Options } from './options.tsx';
import { RequestCode } from './request-code.tsx';
import { errorsByField } from './specification.ts';
import { TextField } from './text-field.tsx';
import { VoiceRecording } from './voice-recording.tsx';

/** @returns the job's ID, or undefined when errors are shown */
async function submit(): Promise<string | undefined> {
  const [job, voice] = [currentJob.value, recording.value];
  try {
    const { id } = await client.value.generate(job, voice ? { recording: voice.blob } : {});
    remember(id, { job, form: form.value, ...(voice && { recording: voice.name }) });
    return id;
  } catch (error) {
    const message = recordError(error);
    const ofJob = error instanceof ServiceError && error.body.code === 400;
    errors.value = ofJob ? errorsByField(message) : { '': message };
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    return undefined;
  }
}

export function MakePage() {
  const m = messages.value;
  const busy = useSignal(false);
  const send = async () => {
    busy.value = true;
    const id = await submit();
    busy.value = false;
    if (id === undefined) return;
    open('watch', id);
    followJobs();
  };
  return (
    <form
      class="make"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy.value) void send();
      }}
    >
      <h1 class="visually-hidden">{m.make}</h1>
      <section class="words">
        <TextField />
        <VoiceRecording />
        <ActorChoice />
      </section>
      <section class="panel">
        <Options />
      </section>
      <footer class="action">
        <div>
          <EstimateLine />
          <FieldError name="" />
        </div>
        <RequestCode />
        <button type="submit" class="primary" disabled={busy.value}>
          {busy.value ? m.creating : m.create}
        </button>
      </footer>
    </form>
  );
}
