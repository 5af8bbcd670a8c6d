import { batch } from '@preact/signals';
import { heads, submitted } from './jobs.ts';
import { keepRecording } from './recording.ts';
import { refusedToken, token } from './session.ts';

/** Forgets the token of this tab, and what the browser keeps of the account: its jobs, the heads of its previews and the recording. */
export function signOut(): void {
  batch(() => {
    refusedToken.value = '';
    token.value = '';
    submitted.value = {};
    heads.value = {};
  });
  keepRecording(undefined);
}
