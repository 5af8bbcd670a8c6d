import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.tsx';
import { messages } from './messages/index.ts';
import { actors, readCatalogue } from './state/actors.ts';
import { followJobs } from './state/jobs.ts';
import { restoreRecording } from './state/recording.ts';
import { online, takeTokenFromAddress, token } from './state/session.ts';
import 'uplot/dist/uPlot.min.css';
import './style/base.css';
import './style/controls.css';
import './style/make.css';
import './style/watch.css';
import './style/results.css';
import './style/account.css';

const takeToken = () => takeTokenFromAddress(() => confirm(messages.peek().replaceToken));
takeToken();
addEventListener('hashchange', takeToken);
void restoreRecording();
// Runs when there is a new token, and when the service responds again.
effect(() => {
  if (!token.value) return;
  followJobs();
  if (online.value && !actors.peek()) readCatalogue().catch(() => {});
});
render(<App />, document.getElementById('app')!);
