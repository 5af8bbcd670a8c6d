import * as v from 'valibot';

/** The smallest nonzero magnitude of a number in DynamoDB (DynamoDB developer guide, "Supported data types"). */
const SMALLEST = 1e-130;

/** Replaces numbers that are too small for DynamoDB with 0. */
export const storable = v.transform((value: number) => (Math.abs(value) < SMALLEST ? 0 : value));

/** A whole number within inclusive bounds. */
export const wholeNumber = (from: number, to: number, expected = 'a whole number') =>
  v.pipe(v.number(), v.integer(expected), v.minValue(from), v.maxValue(to));

/** A number within inclusive bounds that can be stored in DynamoDB. */
export const numberBetween = (from: number, to: number) => v.pipe(v.number(), v.finite(), v.minValue(from), v.maxValue(to), storable);
