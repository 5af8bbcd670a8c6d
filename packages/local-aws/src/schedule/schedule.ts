const UNITS = { minute: 60_000, minutes: 60_000, hour: 3_600_000, hours: 3_600_000, day: 86_400_000, days: 86_400_000 };

/** Returns the milliseconds between invocations. @throws Error for anything but EventBridge's `rate(N unit)` */
export function readRate(expression: string): number {
  const match = expression.match(/^rate\((\d{1,6}) (minutes?|hours?|days?)\)$/);
  const [, number, unit] = match ?? [];
  const isPlural = unit?.endsWith('s') ?? false;
  if (!number || !unit || Number(number) === 0 || isPlural !== (number !== '1')) {
    throw new Error(`The schedule ${expression} is not available locally; use rate(N minutes), hours, or days`);
  }
  return Number(number) * UNITS[unit as keyof typeof UNITS];
}

export interface ScheduleOptions {
  readonly ruleArn: string;
  readonly expression: string;
  /** The interval is divided by this factor. */
  readonly timeScale?: number;
  readonly region: string;
  readonly account: string;
  /** Invokes the target, which handles its own retries. */
  readonly invoke: (event: unknown) => Promise<void>;
  readonly onFault?: (error: unknown) => void;
}

/** Invokes a rule's target at its rate, starting after one period. It does not wait for invocations in progress. */
export function startSchedule({ ruleArn, expression, region, account, invoke, onFault, timeScale = 1 }: ScheduleOptions): {
  stop(): void;
} {
  const fire = () => {
    const event = {
      version: '0',
      id: crypto.randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account,
      time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      region,
      resources: [ruleArn],
      detail: {},
    };
    invoke(event).catch((error: unknown) => onFault?.(error));
  };
  const timer = setInterval(fire, readRate(expression) / timeScale);
  return { stop: () => clearInterval(timer) };
}
