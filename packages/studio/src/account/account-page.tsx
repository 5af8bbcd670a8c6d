import { useSignal } from '@preact/signals';
import type { Account, Delivery, JobCost } from '@talking-avatar/client';
import { formatDollars, formatNumber, formatTime, messages } from '../messages/index.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { submitted } from '../state/jobs.ts';
import { hrefOf } from '../state/route.ts';
import { client, recordError, trackOnline } from '../state/session.ts';
import { Bars, Columns } from './charts.tsx';

const ROWS = 12;

async function firstOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === ROWS) break;
  }
  return found;
}

export function AccountPage() {
  const m = messages.value;
  const account = useLoaded((signal) => trackOnline(client.value.account({ signal })), []);
  const costs = useLoaded((signal) => trackOnline(firstOf(client.value.costs({ signal }))), []);
  const deliveries = useLoaded((signal) => trackOnline(firstOf(client.value.webhooks.deliveries({ signal }))), []);
  const error = account.value.error ?? costs.value.error ?? deliveries.value.error;
  return (
    <div class="account">
      <header>
        <h1>{[m.account, account.value.value?.account].filter(Boolean).join(' ')}</h1>
        <p class="hint">{m.accountText}</p>
      </header>
      {error && (
        <p class="notice" role="alert">
          {error}
        </p>
      )}
      {!account.value.value && !error && <p role="status">{m.loading}</p>}
      {account.value.value && <Limits account={account.value.value} />}
      {account.value.value && <Spending account={account.value.value} />}
      {costs.value.value && <Costs jobs={costs.value.value} />}
      {deliveries.value.value && <Deliveries deliveries={deliveries.value.value} />}
    </div>
  );
}

function Limits({ account: { plan, budget } }: { account: Account }) {
  const m = messages.value;
  return (
    <section class="limits">
      <Meter
        title={`${m.quota} (${plan.name})`}
        share={plan.quota > 0 ? plan.used / plan.quota : 1}
        text={m.quotaLeft(formatNumber(plan.left), formatNumber(plan.quota))}
        more={`${m.expires} ${formatTime(plan.expires_at)}`}
      />
      <Meter
        title={m.budget}
        share={budget ? (budget.monthly > 0 ? budget.spent / budget.monthly : 1) : undefined}
        text={budget ? m.budgetSpent(formatDollars(budget.spent), formatDollars(budget.monthly)) : m.noBudget}
      />
    </section>
  );
}

interface MeterProps {
  title: string;
  /** From 0 to 1. Without it, no bar is shown. */
  share?: number | undefined;
  text: string;
  more?: string;
}

function Meter({ title, share, text, more }: MeterProps) {
  return (
    <div>
      <h2>{title}</h2>
      {share !== undefined && <progress value={Math.min(1, share)} max={1} aria-label={title} />}
      <p>{text}</p>
      {more && <p class="hint">{more}</p>}
    </div>
  );
}

function Spending({ account: { spending } }: { account: Account }) {
  const m = messages.value;
  return (
    <section class="spending">
      <div>
        <h2>
          {m.spentByDay} <span class="hint">{formatDollars(spending.amount)}</span>
        </h2>
        {spending.days.length > 0 ? <Columns month={spending.month} days={spending.days} /> : <p class="hint">{m.noCosts}</p>}
      </div>
      {spending.steps.length > 0 && (
        <div>
          <h2>{m.spentByStep}</h2>
          <Bars rows={mostExpensive(spending.steps, m.otherSteps)} />
        </div>
      )}
    </section>
  );
}

/** Number of steps shown individually. */
const STEPS = 8;

/** Returns the first steps, which are the most expensive ones, and the sum of the others. */
function mostExpensive(steps: Account['spending']['steps'], nameOfOthers: string) {
  const rows = steps.map(({ step, amount }) => ({ name: step, amount }));
  const others = rows.slice(STEPS).reduce((sum, { amount }) => sum + amount, 0);
  return [...rows.slice(0, STEPS), ...(others > 0 ? [{ name: nameOfOthers, amount: others }] : [])];
}

function Costs({ jobs }: { jobs: readonly JobCost[] }) {
  const m = messages.value;
  return (
    <section>
      <h2>{m.spentByJob}</h2>
      <Bars
        rows={jobs.map(({ id, amount, output }) => ({
          name: submitted.value[id]?.job.text.replace(/<[^>]*>/g, '') ?? `${m[output]} ${id.slice(0, 8)}`,
          amount,
          href: hrefOf('watch', id),
        }))}
      />
    </section>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const m = messages.value;
  return (
    <section>
      <h2>{m.deliveries}</h2>
      {deliveries.length === 0 ? (
        <p class="hint">{m.noDeliveries}</p>
      ) : (
        <ul class="deliveries">
          {deliveries.map((delivery) => (
            <DeliveryRow key={`${delivery.id} ${delivery.event}`} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const m = messages.value;
  const answer = useSignal('');
  const { id, event, host, state, attempts, log } = delivery;
  const last = log.at(-1);
  const replay = () =>
    trackOnline(client.value.webhooks.replay(id, event)).then(
      () => {
        answer.value = m.replayed;
      },
      (error: unknown) => {
        answer.value = recordError(error);
      },
    );
  return (
    <li>
      <a href={hrefOf('watch', id)}>{event}</a> → {host}
      <span class={`status status-${state === 'delivered' ? 'succeeded' : state}`}>{m[state]}</span>
      <span class="hint">
        {m.attempts(attempts)}
        {last && ` · ${formatTime(last.at)} · ${last.status ?? last.reason ?? ''}`}
      </span>
      <button type="button" onClick={() => void replay()}>
        {m.replay}
      </button>
      <span class="hint" role="status">
        {answer}
      </span>
    </li>
  );
}
