import { countSpokenCharacters } from '#aws/usage';
import type { CostHistory } from './cost-history.ts';
import { type ExpectedJob, expectJob, type Renderers } from './expected-job.ts';
import { expectedBy, paceOf } from './priors.ts';
import {
  ASSUMED_COST_FACTOR,
  ASSUMED_PACE_FACTOR,
  ASSUMED_TIME_FACTOR,
  CONFIDENCE,
  countRatios,
  type Expectation,
  summarizeRatios,
} from './ratios.ts';

export interface EstimateRequest {
  output: string;
  language: string;
  /** The text, including markup. */
  text: string;
  isRecording: boolean;
  /** Speech rate; 1 is normal. */
  speed: number;
  /** Silence before and after synthesized speech, in seconds each; ignored for recordings. */
  handles: number;
  /** Work required to render one second of video, in frames of 1280 × 720; 0 for other outputs. */
  workPerSecond: number;
  /** Frames per second of the video; 0 for other outputs. */
  framesPerSecond: number;
}

export interface Estimate {
  /** In dollars. */
  cost: Expectation;
  /** Seconds from the first step to the end. */
  took: Expectation;
  /** Duration of the result, in s. */
  speech: Expectation;
  /** Probability that the actual values fall within their intervals. */
  confidence: number;
  /** Number of jobs of this kind in the history. */
  jobs: number;
}

/**
 * Estimates the cost and time of a job: the expected values for its kind and its render plan, multiplied by the median ratio of past jobs
 * of that kind (docs/decisions/0030-estimates.md).
 * @throws RangeError for a kind without a prior
 * @example
 * ```ts
 * const { cost } = estimateJob(request, await loadCostHistory(accountsTable), renderers);
 * cost.expected; // dollars
 * ```
 */
export function estimateJob(request: EstimateRequest, { kinds, paces }: CostHistory, renderers: Renderers): Estimate {
  const { language, text, isRecording } = request;
  const speed = isRecording ? 1 : request.speed;
  const length = expectedBy(paceOf(language), countSpokenCharacters(text)) / speed;
  const silence = isRecording ? 0 : 2 * request.handles;
  const speech = mapExpectation(summarizeRatios(paces[language] ?? {}, ASSUMED_PACE_FACTOR), (ratio) => ratio * length + silence);
  const jobs = mapExpectation(speech, (seconds) => expectJob({ ...request, seconds }, renderers));
  const known = kinds[jobs.expected.group];
  return {
    cost: scaleExpectation(jobs, 'cost', summarizeRatios(known?.cost ?? {}, ASSUMED_COST_FACTOR)),
    took: scaleExpectation(jobs, 'took', summarizeRatios(known?.took ?? {}, ASSUMED_TIME_FACTOR)),
    speech,
    confidence: CONFIDENCE,
    jobs: countRatios(known?.cost ?? {}),
  };
}

const mapExpectation = <T>({ expected, low, high }: Expectation, map: (value: number) => T) => ({
  expected: map(expected),
  low: map(low),
  high: map(high),
});

/**
 * The errors in the duration and the ratio are independent, so the widths of their intervals (on a logarithmic scale) combine as the root
 * of the sum of squares.
 */
function scaleExpectation(jobs: Record<keyof Expectation, ExpectedJob>, of: 'cost' | 'took', ratio: Expectation): Expectation {
  const expected = ratio.expected * jobs.expected[of];
  const width = (bound: 'low' | 'high') =>
    Math.exp(Math.hypot(Math.log(ratio[bound] / ratio.expected), Math.log(jobs[bound][of] / jobs.expected[of])));
  return { expected, low: expected / width('low'), high: expected * width('high') };
}
