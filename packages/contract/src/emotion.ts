import * as v from 'valibot';
import { storable } from './numbers.ts';

/** Expressions that an actor's face can show. */
export const EXPRESSIONS = ['neutral', 'happy', 'sad', 'surprise', 'fear', 'disappointed'] as const;

export const expressionSchema = v.picklist(EXPRESSIONS);

/** An expression and its level, from 0 (no expression) to 1 (the strongest). */
export const emotionSchema = v.strictObject({
  expression: v.optional(expressionSchema, 'neutral'),
  level: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1), storable), 1),
});

export type Expression = (typeof EXPRESSIONS)[number];
export type Emotion = v.InferOutput<typeof emotionSchema>;
