import { computed } from '@preact/signals';
import { actors, names } from '../state/actors.ts';
import { form } from '../state/form.ts';
import { recording } from '../state/recording.ts';
import { toJob } from './specification.ts';

export const currentJob = computed(() => {
  const sex = actors.value?.find(({ id }) => id === form.value.actor)?.sex ?? 'female';
  return toJob(form.value, names.value, { recorded: recording.value !== undefined, sex });
});
