import { replayCalls } from './calls.ts';
import { replayPatterns } from './eventbridge.ts';
import { replayEventSources } from './eventsource.ts';
import { replayApi, replayCors } from './http.ts';
import type { Result } from './report.ts';
import { replayStepFunctions } from './stepfunctions.ts';

/** Replays every recorded scenario that the emulator is able to run. */
export async function replayAll(): Promise<Result[]> {
  return [
    ...(await replayStepFunctions()),
    ...replayPatterns(),
    ...(await replayCalls()),
    ...(await replayEventSources()),
    ...(await replayCors()),
    ...(await replayApi()),
  ];
}
