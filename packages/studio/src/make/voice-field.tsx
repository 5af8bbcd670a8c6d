import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../messages/index.ts';
import { Field } from '../parts/field.tsx';
import { actors, names, voices } from '../state/actors.ts';
import { change, form } from '../state/form.ts';
import { client, recordError } from '../state/session.ts';
import { Range } from './range.tsx';
import { toJob } from './specification.ts';

/** Number of characters spoken to preview a voice. */
const SAMPLE = 90;

export function VoiceField() {
  const m = messages.value;
  const state = useSignal<'idle' | 'busy' | string>('idle');
  const audio = useRef<HTMLAudioElement | null>(null);
  useEffect(() => () => audio.current?.pause(), []);
  const listen = async () => {
    audio.current?.pause();
    state.value = 'busy';
    try {
      audio.current = new Audio(await speakSample(m.textPlaceholder));
      await audio.current.play();
      state.value = 'idle';
    } catch (error) {
      state.value = recordError(error);
    }
  };
  return (
    <div class="voice">
      <Field name="voice" label={m.voice}>
        {(attributes) => (
          <select {...attributes} value={form.value.voice} onChange={({ currentTarget }) => change({ voice: currentTarget.value })}>
            <option value="">{m.voiceOfActor}</option>
            {voices.value
              .filter(({ language }) => language === form.value.language)
              .map(({ name, sex, actor }) => (
                <option key={name} value={name}>
                  {`${actor ?? name} (${m[sex]})`}
                </option>
              ))}
          </select>
        )}
      </Field>
      <div class="pair">
        <Range name="speed" label={m.speed} min={0.5} max={2} step={0.1} />
        <button type="button" title={m.listenHint} disabled={state.value === 'busy'} onClick={() => void listen()}>
          {state.value === 'busy' ? m.listening : `▸ ${m.listen}`}
        </button>
      </div>
      {state.value !== 'busy' && state.value !== 'idle' && (
        <p class="error" role="alert">
          {state.value}
        </p>
      )}
    </div>
  );
}

/** Speaks the beginning of the text. @returns the URL of the audio */
async function speakSample(fallback: string): Promise<string> {
  const plain = form.value.text.replace(/<[^>]*>/g, '').trim();
  const text = plain === '' ? fallback : (plain.match(new RegExp(`^.{1,${SAMPLE}}(?=\\s|$)`, 's'))?.[0] ?? plain.slice(0, SAMPLE));
  const sex = actors.value?.find(({ id }) => id === form.value.actor)?.sex ?? 'female';
  const job = toJob({ ...form.value, text, output: 'csv' }, names.value, { recorded: false, sex });
  const { id } = await client.value.generate(job);
  await client.value.wait(id);
  return (await client.value.link(id, { artifact: 'audio' })).url;
}
