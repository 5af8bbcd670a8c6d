import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { messages } from '../messages/index.ts';
import { Field } from '../parts/field.tsx';
import { change, form } from '../state/form.ts';
import { recording } from '../state/recording.ts';
import { clearEmotions, markEmotion, type Selected } from './emotion-markup.ts';

export const EXPRESSIONS = ['happy', 'sad', 'surprise', 'fear', 'disappointed'] as const;

export function TextField() {
  const m = messages.value;
  const area = useRef<HTMLTextAreaElement>(null);
  const notice = useSignal('');
  const edit = (make: (selected: Selected) => Selected) => {
    const { selectionStart: start, selectionEnd: end } = area.current!;
    const next = make({ text: form.value.text, start, end });
    notice.value = next.text === form.value.text ? m.selectFirst : '';
    change({ text: next.text });
    requestAnimationFrame(() => {
      area.current!.focus();
      area.current!.setSelectionRange(next.start, next.end);
    });
  };
  const label = recording.value ? m.textRecorded : m.text;
  return (
    <div class="script">
      <Field name="text" label={label}>
        {(attributes) => (
          <textarea
            {...attributes}
            ref={area}
            class="script-text"
            rows={5}
            lang={form.value.language}
            dir="auto"
            placeholder={m.textPlaceholder}
            value={form.value.text}
            onInput={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        )}
      </Field>
      <fieldset class="emotions">
        <legend class="hint">{m.emotionOfWords}</legend>
        {EXPRESSIONS.map((name) => (
          <button
            key={name}
            type="button"
            class={`emotion emotion-${name}`}
            onClick={() => edit((selected) => markEmotion(selected, name, form.value.level))}
          >
            {m[name]}
          </button>
        ))}
        <button type="button" class="emotion" onClick={() => edit(clearEmotions)}>
          {m.clearEmotions}
        </button>
      </fieldset>
      <p class="hint" role="status">
        {notice}
      </p>
    </div>
  );
}
