import { compilePattern, PatternError } from '../../src/eventbridge/pattern.ts';
import { PATTERNS } from './patterns.ts';
import { readRecordings } from './recordings.ts';
import type { Result } from './report.ts';

/** Returns the result that the name of a scenario implies for its pattern. */
export const answerOf = (scenario: string) => (scenario.endsWith('_EXC') ? 'invalid' : scenario.endsWith('_NEG') ? 'no match' : 'match');

/** Compares a pattern with `detail` in the same way as TestEventPattern. */
export function test(pattern: object, detail: object): string {
  try {
    return compilePattern({ detail: pattern })({ source: 'app', 'detail-type': 'test', detail }) ? 'match' : 'no match';
  } catch (error) {
    if (error instanceof PatternError) return 'invalid';
    throw error;
  }
}

/** Replays patterns. Scenarios and results come from the recordings, but the patterns are our own. */
export function replayPatterns(): Result[] {
  const patterns = new Map(PATTERNS.map(([scenario, ...row]) => [scenario, row]));
  return readRecordings('events/test_events_patterns').flatMap(({ name, date }) => {
    const scenario = /^event_pattern\[(.*)\]$/.exec(name)?.[1] ?? '';
    const row = patterns.get(scenario);
    if (!row) return [];
    const [aws, here] = [answerOf(scenario), test(...row)];
    return [{ service: 'events: patterns', scenario, date, differences: aws === here ? [] : [{ path: 'answer', aws, here }] }];
  });
}
