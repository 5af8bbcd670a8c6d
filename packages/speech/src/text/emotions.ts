import type { Emotion, Expression } from '@talking-avatar/contract';
import { EXPRESSIONS, quote } from '@talking-avatar/contract';
import { lookUp } from './tables.ts';

/** Our expressions, keyed by style in Azure's `express-as` (speech-synthesis-markup-voice). Other styles leave the face neutral. */
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

/** Synonyms for our expressions. */
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

/** Levels for Alexa's three intensities. */
const INTENSITIES: Readonly<Record<string, number>> = { low: 0.35, medium: 0.65, high: 1 };
/** Maximum of Azure's `styledegree`. Its default is 1. */
const AZURE_RANGE = 2;

/** An emotion requested by a tag, and a warning if anything was guessed. */
export interface ReadEmotion extends Emotion {
  warnings: string[];
}

/**
 * Reads `<emotion name level>`, `<mstts:express-as style styledegree>` or `<amazon:emotion name intensity>`. Returns undefined for other
 * tags.
 */
export function readEmotion(tag: string, attributes: Readonly<Record<string, string>>): ReadEmotion | undefined {
  if (tag === 'emotion') {
    const { name = attributes.expression ?? '' } = attributes;
    return named(tag, name, readLevel(tag, 'level', attributes.level));
  }
  if (tag === 'mstts:express-as') {
    return named(tag, attributes.style ?? '', readLevel(tag, 'styledegree', attributes.styledegree, AZURE_RANGE));
  }
  if (tag !== 'amazon:emotion') return undefined;
  const intensity = readIntensity(tag, attributes.intensity);
  const emotion = named(tag, attributes.name ?? '', intensity);
  // Strong excitement looks like surprise: wide eyes and a raised brow.
  return attributes.name === 'excited' && intensity.level === 1 ? { ...emotion, expression: 'surprise' } : emotion;
}

interface Level {
  level: number;
  warnings: string[];
}

function named(tag: string, name: string, { level, warnings }: Level): ReadEmotion {
  const key = name.trim().toLowerCase();
  const expression = EXPRESSIONS.find((own) => own === key) ?? lookUp(SYNONYMS, key) ?? lookUp(STYLES, key);
  if (expression) return { expression, level, warnings };
  const unknown = `<${tag}>: the emotion must be one of ${EXPRESSIONS.join(', ')}, got ${quote(name)}; the face is neutral there.`;
  return { expression: 'neutral', level, warnings: [...warnings, unknown] };
}

/** Reads a number from 0 to `max`, 1 by default, and scales it to 0..1. */
function readLevel(tag: string, attribute: string, text: string | undefined, max = 1): Level {
  if (text === undefined) return { level: 1 / max, warnings: [] };
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
  const level = Math.max(0, Math.min(max, Number.isNaN(value) ? 1 : value));
  if (level === value) return { level: level / max, warnings: [] };
  const warning = `<${tag}>: ${attribute} must be a number from 0 to ${max}, got ${quote(text)}; using ${level}.`;
  return { level: level / max, warnings: [warning] };
}

const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/;

function readIntensity(tag: string, text = 'medium'): Level {
  const level = lookUp(INTENSITIES, text);
  if (level !== undefined) return { level, warnings: [] };
  const warning = `<${tag}>: intensity must be one of ${Object.keys(INTENSITIES).join(', ')}, got ${quote(text)}; using medium.`;
  return { level: INTENSITIES.medium!, warnings: [warning] };
}
