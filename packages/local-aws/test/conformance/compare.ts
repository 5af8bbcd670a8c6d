/** A value that differs from the recording. `undefined` means that the value is missing. */
export interface Difference {
  readonly path: string;
  readonly aws: unknown;
  readonly here: unknown;
}

/** The value that each placeholder stands for in one scenario. */
export type Bindings = Map<string, string>;

/** Placeholders that are written without brackets. */
const WORDS = /^(timestamp|datetime|date|(start|stop|entered)-(date|time)|sent-timestamp|sender-id|\w+_arn|X-Amzn-Trace-Id)$/;

/** Placeholders whose value may change within a scenario. */
const FREE = /^<(region|partition|timestamp|datetime|date|[\w-]*(time|date))(:\d+)?>$/;

const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/** True if the text matches a recorded text in which each placeholder stands for a single value. */
function fits(recorded: string, text: string, bindings: Bindings): boolean {
  const names: string[] = [];
  const source = recorded.split(/(<[\w.:-]+>|111111111111)/).map((part, index) => {
    if (index % 2 === 0) return part.replace(SPECIAL, '\\$&');
    if (part.startsWith('1')) return '\\d{12}';
    names.push(part);
    return '([\\s\\S]+?)';
  });
  const match = new RegExp(`^${source.join('')}$`).exec(text);
  if (!match) return false;
  return names.every((name, index) => {
    const value = match[index + 1] ?? '';
    if (FREE.test(name)) return true;
    const bound = bindings.get(name);
    if (bound === undefined) bindings.set(name, value);
    return bound === undefined || bound === value;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Compares a response with the recorded one, including placeholders. If a string contains JSON, it is compared as JSON. */
export function compare(recorded: unknown, actual: unknown, bindings: Bindings, path = ''): Difference[] {
  if (typeof recorded === 'string' && actual !== undefined && WORDS.test(recorded)) return [];
  if (typeof recorded === 'string' && typeof actual === 'string') {
    if (fits(recorded, actual, bindings)) return [];
    const [left, right] = [parse(recorded), parse(actual)];
    if (typeof left === 'string' || typeof right === 'string') return [{ path, aws: recorded, here: actual }];
    return compare(left, right, bindings, path);
  }
  if (typeof actual === 'string' && typeof recorded !== 'string' && typeof parse(actual) !== 'string') {
    return compare(recorded, parse(actual), bindings, path);
  }
  if (typeof recorded !== 'object' || typeof actual !== 'object' || recorded === null || actual === null) {
    return recorded === actual ? [] : [{ path, aws: recorded, here: actual }];
  }
  const [left, right] = [recorded as Record<string, unknown>, actual as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    compare(left[key], right[key], bindings, path === '' ? key : `${path}.${key}`),
  );
}
