import { signal } from '@preact/signals';
import { DEFAULT_ACTOR } from '@talking-avatar/contract';
import { storedSignal } from './signal-storage.ts';

export const OUTPUTS = ['video', 'csv', 'fbx', 'glb'] as const;

export interface Form {
  text: string;
  language: string;
  output: (typeof OUTPUTS)[number];
  actor: string;
  /** Rig for a CSV. */
  rig: 'humanoid' | 'blendshape';
  /** Voice name; empty for the actor's own voice. */
  voice: string;
  speed: number;
  expression: string;
  level: number;
  camera: number;
  size: string;
  lighting: string;
  /** `#rrggbb`, or `transparent`. */
  background: string;
}

const DEFAULT_FORM: Form = {
  text: '',
  language: 'en-US',
  output: 'video',
  actor: DEFAULT_ACTOR,
  rig: 'humanoid',
  voice: '',
  speed: 1,
  expression: 'neutral',
  level: 0.7,
  camera: 1,
  size: '1280x720',
  lighting: 'studio',
  background: '#d8dcd6',
};

export const form = storedSignal<Form>(localStorage, 'form', DEFAULT_FORM);
// Fields missing from a stored form are set to their defaults.
form.value = { ...DEFAULT_FORM, ...form.value };

export function change(fields: Partial<Form>): void {
  form.value = { ...form.value, ...fields };
  const rest = { ...errors.value };
  for (const name of Object.keys(fields)) delete rest[name];
  errors.value = rest;
}

/** The service's messages by form field; `''` for messages that do not belong to a field. */
export const errors = signal<Readonly<Record<string, string>>>({});
