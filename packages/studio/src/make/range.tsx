import { Field } from '../parts/field.tsx';
import { change, form } from '../state/form.ts';

interface RangeProps {
  name: 'level' | 'speed';
  label: string;
  min: number;
  max: number;
  step: number;
}

export function Range({ name, label, ...limits }: RangeProps) {
  return (
    <Field name={name} label={`${label} ${form.value[name]}`}>
      {(attributes) => (
        <input
          {...attributes}
          type="range"
          {...limits}
          value={form.value[name]}
          onInput={({ currentTarget }) => change({ [name]: currentTarget.valueAsNumber })}
        />
      )}
    </Field>
  );
}
