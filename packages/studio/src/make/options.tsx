import { LANGUAGES } from '@talking-avatar/contract';
import { languageName, messages } from '../messages/index.ts';
import { Choice } from '../parts/choice.tsx';
import { Field, FieldError } from '../parts/field.tsx';
import { change, form, OUTPUTS } from '../state/form.ts';
import { recording } from '../state/recording.ts';
import { Range } from './range.tsx';
import { EXPRESSIONS } from './text-field.tsx';
import { VoiceField } from './voice-field.tsx';

const CAMERAS = [0, 1, 2, 6, 7] as const;
const SIZES = ['640x360', '1280x720', '1920x1080', '720x1280', '1080x1080'];
const LIGHTS = ['studio', 'window', 'evening', 'stage'] as const;

export function Options() {
  const m = messages.value;
  const { language, output, rig, expression } = form.value;
  return (
    <div class="settings">
      <Choice
        legend={m.result}
        name="output"
        value={output}
        options={OUTPUTS.map((value) => ({ value, label: m[value] }))}
        onChange={(value) => change({ output: value })}
      />
      <FieldError name="output" />
      {output === 'csv' && (
        <Choice
          legend={m.rig}
          name="rig"
          value={rig}
          options={(['humanoid', 'blendshape'] as const).map((value) => ({ value, label: m[value] }))}
          onChange={(value) => change({ rig: value })}
        />
      )}
      <Field name="language" label={m.language}>
        {(attributes) => (
          <select {...attributes} value={language} onChange={({ currentTarget }) => change({ language: currentTarget.value, voice: '' })}>
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!recording.value && <VoiceField />}
      <div class="pair labels">
        <Field name="expression" label={m.expression}>
          {(attributes) => (
            <select {...attributes} value={expression} onChange={({ currentTarget }) => change({ expression: currentTarget.value })}>
              {(['neutral', ...EXPRESSIONS] as const).map((name) => (
                <option key={name} value={name}>
                  {m[name]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Range name="level" label={m.level} min={0.1} max={1} step={0.1} />
      </div>
      {output === 'video' && <VideoOptions />}
    </div>
  );
}

function VideoOptions() {
  const m = messages.value;
  const { camera, size, lighting, background } = form.value;
  const isTransparent = background === 'transparent';
  return (
    <>
      <Choice
        legend={m.camera}
        name="camera"
        value={camera}
        options={CAMERAS.map((value) => ({ value, label: m[`camera${value}`] }))}
        onChange={(value) => change({ camera: value })}
      />
      <FieldError name="camera" />
      <div class="pair">
        <Field name="size" label={m.size}>
          {(attributes) => (
            <select {...attributes} value={size} onChange={({ currentTarget }) => change({ size: currentTarget.value })}>
              {[...new Set([...SIZES, size])].map((value) => (
                <option key={value} value={value}>
                  {value.replace('x', ' × ')}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field name="lighting" label={m.lighting}>
          {(attributes) => (
            <select {...attributes} value={lighting} onChange={({ currentTarget }) => change({ lighting: currentTarget.value })}>
              {LIGHTS.map((value) => (
                <option key={value} value={value}>
                  {m[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field name="background" label={m.background}>
        {(attributes) => (
          <div class="row">
            <input
              {...attributes}
              type="color"
              disabled={isTransparent}
              value={isTransparent ? '#d8dcd6' : background}
              onInput={({ currentTarget }) => change({ background: currentTarget.value })}
            />
            <label class="check">
              <input
                type="checkbox"
                checked={isTransparent}
                onChange={({ currentTarget }) => change({ background: currentTarget.checked ? 'transparent' : '#d8dcd6' })}
              />
              {m.transparent}
            </label>
          </div>
        )}
      </Field>
    </>
  );
}
