import { formatDollars, locale } from '../messages/index.ts';

interface BarRow {
  name: string;
  /** In dollars. */
  amount: number;
  href?: string;
}

export function Bars({ rows }: { rows: readonly BarRow[] }) {
  const most = Math.max(...rows.map(({ amount }) => amount), Number.MIN_VALUE);
  return (
    <ul class="bars">
      {rows.map(({ name, amount, href }) => (
        <li key={href ?? name}>
          <span class="bar-name">{href ? <a href={href}>{name}</a> : name}</span>
          <svg class="bar-line" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * amount) / most} height="6" rx="0.8" />
          </svg>
          <span class="amount">{formatDollars(amount)}</span>
        </li>
      ))}
    </ul>
  );
}

const HEIGHT = 120;

interface ColumnsProps {
  /** Such as `2026-11`. */
  month: string;
  days: readonly { day: string; amount: number }[];
}

/** A month's amounts as columns, with a list for screen readers. */
export function Columns({ month, days }: ColumnsProps) {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const byDay = new Map(days.map(({ day, amount }) => [Number(day.slice(-2)), amount]));
  const most = Math.max(...byDay.values(), Number.MIN_VALUE);
  const nameOf = (day: number) =>
    new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.UTC(year, number - 1, day));
  return (
    <figure>
      <svg class="columns" viewBox={`0 0 ${count * 10} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => {
          const height = Math.max(1, ((byDay.get(index + 1) ?? 0) / most) * (HEIGHT - 4));
          return (
            <rect key={index} x={index * 10 + 1.5} y={HEIGHT - height} width={7} height={height}>
              <title>{`${nameOf(index + 1)}: ${formatDollars(byDay.get(index + 1) ?? 0)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption class="hint">
        <span>{nameOf(1)}</span>
        <span>{nameOf(count)}</span>
      </figcaption>
      <ul class="visually-hidden">
        {days.map(({ day, amount }) => (
          <li key={day}>
            {day}: {formatDollars(amount)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
