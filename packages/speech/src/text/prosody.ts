import { quote } from '@talking-avatar/contract';
import type { Style } from './script.ts';
import { lookUp } from './tables.ts';

/** Factors for SSML keywords. They are the same as in espeak-ng, because the standard does not specify them (SSML 1.1, 3.2.4). */
const RATES: Readonly<Record<string, number>> = {
  'x-slow': 0.6,
  slow: 0.8,
  medium: 1,
  fast: 1.25,
  'x-fast': 1.6,
  default: 1,
};
const PITCHES: Readonly<Record<string, number>> = {
  'x-low': 0.7,
  low: 0.85,
  medium: 1,
  high: 1.15,
  'x-high': 1.3,
  default: 1,
};
const VOLUMES: Readonly<Record<string, number>> = {
  silent: 0,
  'x-soft': 0.25,
  soft: 0.5,
  medium: 1,
  loud: 1.5,
  'x-loud': 2,
  default: 1,
};

/** Length of a pause by strength, in seconds (the Amazon Polly and Azure documentation agree to within one step). */
const STRENGTHS: Readonly<Record<string, number>> = {
  none: 0,
  'x-weak': 0.1,
  weak: 0.25,
  medium: 0.4,
  strong: 0.7,
  'x-strong': 1,
};

/** Maximum length of a pause, in seconds (Amazon Polly's limit). */
export const LONGEST_PAUSE = 10;

const RELATIVE = /^([+-]\d+(?:\.\d+)?)(%|dB|st|Hz)$/i;
const ABSOLUTE = /^(\d+(?:\.\d+)?)(%?)$/;

/** Reads the attributes of `<prosody>`, with warnings about unknown or impossible values. */
export function readProsody(attributes: Readonly<Record<string, string>>): { style: Style; warnings: string[] } {
  const style: Style = {};
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const factor = readAttribute(name, value.trim());
    const written = `<prosody>: ${name}=${quote(value)}`;
    if (factor === undefined) warnings.push(`${written} is not supported, so it is ignored.`);
    else {
      const possible = Math.max(name === 'volume' ? 0 : MIN_FACTOR, factor);
      // A change of -100% or more would leave nothing.
      if (possible - factor > 1e-9) {
        warnings.push(`${written} ${factor <= 0 ? 'leaves nothing' : 'is too small'}; using ${MIN_FACTOR * 100}%.`);
      }
      style[name as 'rate' | 'pitch' | 'volume'] = possible;
    }
  }
  return { style, warnings };
}

/** Minimum and maximum factors for tempo and pitch. The voices have narrower limits. */
const MIN_FACTOR = 0.1;
const MAX_FACTOR = 10;

function readAttribute(name: string, value: string): number | undefined {
  if (name === 'rate') return lookUp(RATES, value) ?? readFactor(value, ['%']);
  if (name === 'pitch') return lookUp(PITCHES, value) ?? readFactor(value, ['%', 'st']);
  return name === 'volume' ? (lookUp(VOLUMES, value) ?? readFactor(value, ['%', 'db'])) : undefined;
}

/** Reads a factor, or a change in one of `units`. Returns undefined if it is out of range. */
function readFactor(value: string, units: readonly string[]): number | undefined {
  const [, change, written = ''] = RELATIVE.exec(value) ?? [];
  const unit = written.toLowerCase();
  if (change !== undefined && !units.includes(unit)) return undefined;
  const factor = change === undefined ? readAbsolute(value) : applyChange(Number(change), unit);
  return factor !== undefined && factor <= MAX_FACTOR ? factor : undefined;
}

function applyChange(amount: number, unit: string): number {
  if (unit === '%') return 1 + amount / 100;
  return unit === 'db' ? 10 ** (amount / 20) : 2 ** (amount / 12);
}

function readAbsolute(value: string): number | undefined {
  const [, number, percent] = ABSOLUTE.exec(value) ?? [];
  const factor = Number(number) / (percent ? 100 : 1);
  return factor > 0 ? factor : undefined;
}

/** Reads `<break time strength>`. Returns seconds, or undefined for an invalid time. */
export function readPause({ time, strength }: Readonly<Record<string, string>>): number | undefined {
  if (time === undefined) return lookUp(STRENGTHS, strength ?? 'medium');
  const [, number, unit] = /^\+?(\d+(?:\.\d+)?|\.\d+)(ms|s)$/.exec(time.trim()) ?? [];
  if (number === undefined) return undefined;
  return Number(number) / (unit === 'ms' ? 1000 : 1);
}
