import { countSpokenCharacters } from '../../aws/usage/result.ts';
import type { CostHistory } from './cost-history.ts';
import { type Drivers, driversOf, expectedBy, isKind, kindOf, PRIORS, type Prior, paceOf } from './priors.ts';
import { CONFIDENCE, countRatios, type Expectation, type Ratios, summarizeRatios } from './ratios.ts';

/** What is known of a job before it runs. */
export interface EstimateRequest {
  output: string;
  language: string;
  /** As the client wrote it, with its markup. */
  text: string;
  isRecording: boolean;
  /** Speed of speech, 1 is usual. */
  speed: number;
  /** Work of one second of the video, in frames of 1280 by 720; 0 where nothing is rendered. */
  drawing: number;
  /** Frames a second of the video; 0 where nothing is rendered. */
  frames: number;
  /** Work that functions render at most, in frames of 1280 by 720: ECS tasks render videos with more. */
  mostByFunctions: number;
}

export interface Estimate {
  /** Dollars. */
  cost: Expectation;
  /** Seconds from the first step of the job to its end. */
  took: Expectation;
  /** Seconds of the result. */
  speech: Expectation;
  /** Share of jobs that lie within the bounds. */
  confidence: number;
  /** Jobs of this kind in the history. */
  jobs: number;
}

/**
 * Estimates cost, time and length of a job: the prior of its kind times the median ratio that the history has measured for the
 * kind (docs/decisions/0030-estimates.md).
 *
 * @throws RangeError for an output without a prior
 */
export function estimateJob(request: EstimateRequest, { kinds, paces }: CostHistory): Estimate {
  const { language, text, isRecording, drawing, frames } = request;
  const tempo = isRecording ? 1 : request.speed;
  const length = expectedBy(paceOf(language), [1, countSpokenCharacters(text), 0]) / tempo;
  const speech = mapExpectation(summarizeRatios(paces[language] ?? {}), (ratio) => ratio * length);
  const kind = kindOf(request.output, isRecording, speech.expected * drawing > request.mostByFunctions);
  if (!isKind(kind)) throw new RangeError(`There is no estimate for ${kind}`);
  const drivers = mapExpectation(speech, (seconds) => driversOf(seconds, drawing, frames));
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

/** The bounds multiply those of the length and those of the ratio, which makes them wider than either. */
function scalePrior(prior: Prior, drivers: Record<keyof Expectation, Drivers>, ratios: Ratios = {}): Expectation {
  const ratio = summarizeRatios(ratios);
  return {
    expected: ratio.expected * expectedBy(prior, drivers.expected),
    low: ratio.low * expectedBy(prior, drivers.low),
    high: ratio.high * expectedBy(prior, drivers.high),
  };
}
