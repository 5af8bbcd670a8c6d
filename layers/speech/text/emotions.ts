import type { Emotion, Expression } from '../../contract/index.ts';
import { EXPRESSIONS } from '../../contract/index.ts';

/** The styles of Azure's `express-as` (speech-synthesis-markup-voice), read as our expressions. Others leave the face neutral. */
const STYLES: Readonly<Record<string, Expression>> = {
  affectionate: 'happy',
  cheerful: 'happy',
  excited: 'happy',
  friendly: 'happy',
  hopeful: 'happy',
  lyrical: 'happy',
  depressed: 'sad',
  empathetic: 'sad',
  sad: 'sad',
  embarrassed: 'sad',
  fearful: 'fear',
  terrified: 'fear',
  angry: 'disappointed',
  disappointed: 'disappointed',
  disgruntled: 'disappointed',
  envious: 'disappointed',
  unfriendly: 'disappointed',
};

/** Words for our own expressions that clients also use. */
const SYNONYMS: Readonly<Record<string, Expression>> = {
  joy: 'happy',
  happiness: 'happy',
  sadness: 'sad',
  surprised: 'surprise',
  amazement: 'surprise',
  afraid: 'fear',
  scared: 'fear',
  disappointment: 'disappointed',
};

/** Alexa's three intensities as levels. */
const INTENSITIES: Readonly<Record<string, number>> = { low: 0.35, medium: 0.65, high: 1 };

/** Azure's degree runs to 2, with 1 the usual. */
const AZURE_RANGE = 2;

/** What an emotion tag asks for, and what of it had to be guessed. */
export interface ReadEmotion extends Emotion {
  warning?: string;
}

/**
 * Reads an emotion tag of one of three dialects: `<emotion name level>`, `<mstts:express-as style styledegree>`,
 * `<amazon:emotion name intensity>`.
 * @returns undefined when the tag is none of them
 */
export function readEmotion(tag: string, attributes: Readonly<Record<string, string>>): ReadEmotion | undefined {
  if (tag === 'emotion') {
    const { name = attributes.expression ?? '' } = attributes;
    return named(tag, name, clamp(attributes.level, 1));
  }
  if (tag === 'mstts:express-as') {
    return named(tag, attributes.style ?? '', clamp(attributes.styledegree, 1, AZURE_RANGE) / AZURE_RANGE);
  }
  if (tag !== 'amazon:emotion') return undefined;
  const level = INTENSITIES[attributes.intensity ?? 'medium'] ?? INTENSITIES.medium!;
  const emotion = named(tag, attributes.name ?? '', level);
  // Strong excitement shows as surprise: wide eyes and a raised brow.
  return attributes.name === 'excited' && level === 1 ? { ...emotion, expression: 'surprise' } : emotion;
}

function named(tag: string, name: string, level: number): ReadEmotion {
  const key = name.trim().toLowerCase();
  const expression = EXPRESSIONS.find((own) => own === key) ?? SYNONYMS[key] ?? STYLES[key];
  if (expression) return { expression, level };
  const warning = `<${tag}>: "${name}" is not one of ${EXPRESSIONS.join(', ')}; the face stays neutral there.`;
  return { expression: 'neutral', level, warning };
}

function clamp(text: string | undefined, usual: number, max = 1): number {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? Math.max(0, Math.min(max, value)) : usual;
}
