import { countSpokenCharacters } from '#aws/usage';
import type { CostHistory } from './cost-history.ts';
import { type Drivers, driversOf, expectedBy, isKind, kindOf, PRIORS, type Prior, paceOf } from './priors.ts';
import { CONFIDENCE, countRatios, type Expectation, type Ratios, summarizeRatios } from './ratios.ts';

export interface EstimateRequest {
  output: string;
  language: string;
  /** The text, including markup. */
  text: string;
  isRecording: boolean;
  /** Speech rate; 1 is normal. */
  speed: number;
  /** Silence before synthesized speech and after it, in seconds each; ignored for recordings. */
  handles: number;
  /** Work required to render one second of video, in frames of 1280 × 720; 0 for other outputs. */
  workPerSecond: number;
  /** Frames per second of the video; 0 for other outputs. */
  framesPerSecond: number;
  /** Work above which ECS tasks render a video instead of functions, in frames of 1280 × 720. */
  maxFunctionWork: number;
}

export interface Estimate {
  /** Dollars. */
  cost: Expectation;
  /** Seconds from the first step to the end. */
  took: Expectation;
  /** Duration of the result, in s. */
  speech: Expectation;
  /** Probability that the actual values are within their intervals. */
  confidence: number;
  /** Jobs of this kind in the history. */
  jobs: number;
}

/**
 * Estimates a job by multiplying its kind's prior by the median ratio of past jobs of that kind (docs/decisions/0030-estimates.md).
 * @throws RangeError for a kind without a prior
 * @example
 * ```ts
 * const { cost } = estimateJob(request, await loadCostHistory(accountsTable));
 * cost.expected; // dollars
 * ```
 */
export function estimateJob(request: EstimateRequest, { kinds, paces }: CostHistory): Estimate {
  const { language, text, isRecording, workPerSecond, framesPerSecond } = request;
  const speed = isRecording ? 1 : request.speed;
  const length = expectedBy(paceOf(language), [1, countSpokenCharacters(text), 0]) / speed;
  const silence = isRecording ? 0 : 2 * request.handles;
  const speech = mapExpectation(summarizeRatios(paces[language] ?? {}), (ratio) => ratio * length + silence);
  const kind = kindOf(request.output, isRecording, speech.expected * workPerSecond > request.maxFunctionWork);
  if (!isKind(kind)) throw new RangeError(`There is no estimate for ${kind}`);
  const drivers = mapExpectation(speech, (seconds) => driversOf(seconds, workPerSecond, framesPerSecond));
  const known = kinds[kind];
  return {
    cost: scalePrior(PRIORS[kind].cost, drivers, known?.cost),
    took: scalePrior(PRIORS[kind].took, drivers, known?.took),
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

/** Scales a prior. The result's interval is the product of the duration and ratio intervals. */
function scalePrior(prior: Prior, drivers: Record<keyof Expectation, Drivers>, ratios: Ratios = {}): Expectation {
  const ratio = summarizeRatios(ratios);
  return {
    expected: ratio.expected * expectedBy(prior, drivers.expected),
    low: ratio.low * expectedBy(prior, drivers.low),
    high: ratio.high * expectedBy(prior, drivers.high),
  };
}
