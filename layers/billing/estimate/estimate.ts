import { countSpokenCharacters } from '../../aws/usage/result.ts';
import { countOf, type Experience, isKind, kindOf } from './experience.ts';
import { driversOf, PRIORS, paceOf } from './priors.ts';
import { CONFIDENCE, type Drivers, type Expectation, NO_MOMENTS, predict } from './regression.ts';

/** What is known of a job before it is made. */
export interface Plan {
  output: string;
  language: string;
  /** As the client wrote it, with its markup. */
  text: string;
  isRecording: boolean;
  /** Factor of the usual speed of speech. */
  speed: number;
  /** Frames of 1280 by 720 that a second of the film is worth; 0 where nothing is drawn. */
  drawing: number;
  /** Frames of a second of the film; 0 where nothing is drawn. */
  frames: number;
  /** Most of such frames that functions draw: a film that is expected to have more is drawn by tasks. */
  mostByFunctions: number;
}

export interface Estimate {
  /** Dollars. */
  cost: Expectation;
  /** Seconds from the first step of the job to its end. */
  took: Expectation;
  /** Seconds of the result. */
  speech: Expectation;
  /** How likely the truth is to lie within the bounds. */
  confidence: number;
  /** Jobs of the kind that were learned from. */
  jobs: number;
}

/** Standard deviations between the bounds of a normal distribution's middle 90 %. */
const BOUNDS = 3.29;

/**
 * Guesses what a job will cost: how long its text takes to say, and what that much of its kind cost before.
 *
 * @throws RangeError for an output that there is no prior of
 */
export function estimateJob(plan: Plan, { kinds, paces }: Experience): Estimate {
  const tempo = plan.isRecording ? 1 : plan.speed;
  const usual = predict(paceOf(plan.language), paces[plan.language] ?? NO_MOMENTS, [
    1,
    countSpokenCharacters(plan.text),
    0,
  ]);
  const speech = { expected: usual.expected / tempo, low: usual.low / tempo, high: usual.high / tempo };
  const kind = kindOf(plan.output, plan.isRecording, speech.expected * plan.drawing > plan.mostByFunctions);
  if (!isKind(kind)) throw new RangeError(`There is no estimate for ${kind}`);
  const [, ...spread] = driversOf((speech.high - speech.low) / BOUNDS, plan.drawing, plan.frames);
  const work = driversOf(speech.expected, plan.drawing, plan.frames);
  const off: Drivers = [0, ...spread];
  const known = kinds[kind];
  return {
    cost: predict(PRIORS[kind].cost, known?.cost ?? NO_MOMENTS, work, off),
    took: predict(PRIORS[kind].took, known?.took ?? NO_MOMENTS, work, off),
    speech,
    confidence: CONFIDENCE,
    jobs: countOf(known?.cost),
  };
}
