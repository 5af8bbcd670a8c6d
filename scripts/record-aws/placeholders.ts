/** Members whose values are different in every run, with their placeholders. */
const VOLATILE: Readonly<Record<string, string>> = {
  timestamp: 'timestamp',
  startDate: 'datetime',
  stopDate: 'datetime',
  requestTime: 'datetime',
  requestTimeEpoch: 'timestamp',
  StartTime: 'date',
  EnteredTime: 'date',
  sourceIp: '<source-ip>',
};

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Replaces everything that differs between runs and accounts with the placeholders used in the public recordings: `<uuid:1>`, `<region>`,
 * `111111111111`.
 * @param names values that are specific to this run, such as the account ID, with their placeholders; longer values are replaced first
 */
export function hideRun(content: unknown, names: Readonly<Record<string, string>>): unknown {
  const uuids = new Map<string, string>();
  const hideText = (text: string): string => {
    const known = Object.entries(names).sort(([a], [b]) => b.length - a.length);
    const named = known.reduce((hidden, [value, placeholder]) => hidden.replaceAll(value, placeholder), text);
    return named.replace(UUID, (uuid) => {
      const placeholder = uuids.get(uuid) ?? `<uuid:${uuids.size + 1}>`;
      uuids.set(uuid, placeholder);
      return placeholder;
    });
  };
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return hideText(value);
    if (value instanceof Date) return 'datetime';
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([name, member]) => name !== '$metadata' && member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, VOLATILE[name] ?? hide(member)]));
  };
  return hide(content);
}

/** `DD-MM-YYYY, HH:MM:SS` in UTC. */
export function recordedDate(now: Date): string {
  const [date = '', time = ''] = now.toISOString().slice(0, 19).split('T');
  return `${date.split('-').reverse().join('-')}, ${time}`;
}
