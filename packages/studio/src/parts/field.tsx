import type { ComponentChildren } from 'preact';
import { errors } from '../state/form.ts';

/** Connects a control to its label, hint, and error. */
interface Described {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
}

interface FieldProps {
  /** Form field that its errors are listed under. */
  name: string;
  label: string;
  hint?: string;
  children: (attributes: Described) => ComponentChildren;
}

export function Field({ name, label, hint, children }: FieldProps) {
  const id = `field-${name}`;
  const error = errors.value[name];
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field" data-field={name}>
      <label for={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, ...(described && { 'aria-describedby': described }) })}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      <FieldError name={name} id={`${id}-error`} />
    </div>
  );
}

/** A field's error message. Screen readers announce it when it appears. */
export function FieldError({ name, id }: { name: string; id?: string }) {
  const error = errors.value[name];
  return (
    <p id={id} class="error" role="alert" hidden={error === undefined}>
      {error}
    </p>
  );
}
