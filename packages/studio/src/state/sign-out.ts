import { batch } from '@preact/signals';
import { heads, submitted } from './jobs.ts';
import { keepRecording } from './recording.ts';
import { refusedToken, token } from './session.ts';

/** Removes this tab's token and the account's data from the browser: jobs, preview heads, and the recording. */
export function signOut(): void {
  batch(() => {
    refusedToken.value = '';
    token.value = '';
    submitted.value = {};
    heads.value = {};
  });
  keepRecording(undefined);
}
