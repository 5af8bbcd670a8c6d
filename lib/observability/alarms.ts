import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { METRICS } from '../../layers/cloud/metrics.ts';
import type { Api } from '../api/index.ts';
import type { Accounting } from '../costs/index.ts';
import type { Pipeline } from '../pipeline/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import { costMetric } from './cost-widgets.ts';

const PERIOD = Duration.minutes(5);

/** Share of the month's budget that one day may cost: three times its part. */
const DEAR_DAY = 0.1;

export interface AlarmsProps {
  api: Api;
  pipeline: Pipeline;
  webhooks: Webhooks;
  /** What the deployment may cost in a month, dollars. */
  spending?: { stage: string; monthlyBudget: number };
  accounting: Accounting;
  stage: string;
  /** Who is told; without it an alarm only changes colour. */
  topic?: ITopic;
}

/** What a person must look at. Each alarm says what it means and what to do. */
export class Alarms extends Construct {
  readonly alarms: Alarm[] = [];
  readonly #topic: ITopic | undefined;

  constructor(
    scope: Construct,
    id: string,
    { api, pipeline, webhooks, accounting, stage, spending, topic }: AlarmsProps,
  ) {
    super(scope, id);
    this.#topic = topic;
    this.#watchDeadLetters(pipeline, webhooks, accounting);
    this.#watchBudgets(stage);
    this.#watchPipeline(pipeline);
    if (spending) this.#watchSpending(spending);
    this.#alarm('ApiErrors', {
      metric: api.api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
      threshold: 5,
      meaning:
        'The API answers with 5xx. Look for the request ids in the access log, then in the logs of the functions.',
    });
  }

  #watchDeadLetters(
    { jobsQueue, deadlinesQueue, endings, sweeping, taskStops }: Pipeline,
    { queue }: Webhooks,
    { tallying, exporting }: Accounting,
  ): void {
    const ofJobs = { jobsQueue, deadlinesQueue, endings, sweeping, taskStops };
    const watched = { ...ofJobs, webhooksQueue: queue, tallying, exporting };
    for (const [name, { deadLetters }] of Object.entries(watched)) {
      this.#alarm(`${name}DeadLetters`, {
        metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
        threshold: 1,
        meaning:
          'Something could not be worked off and waits in the dead letters. Find the cause in the function log, then redrive.',
      });
    }
  }

  #watchPipeline({ jobsQueue, machine, movers }: Pipeline): void {
    this.#alarm('DispatchLag', {
      metric: jobsQueue.queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' }),
      threshold: 300,
      meaning:
        'A job has waited 5 minutes to be looked at (a job that waits for capacity does not count). See the log of dispatch.',
    });
    this.#alarm('SettleErrors', {
      metric: movers.settle.lambda.metricErrors({ period: PERIOD }),
      threshold: 1,
      meaning: 'Jobs end without being told so. See the log of settle; the sweep repairs them once the cause is gone.',
    });
    this.#alarm('ExecutionsFailed', {
      metric: machine.machine.metricFailed({ period: PERIOD }),
      threshold: 5,
      meaning: 'Several jobs failed within 5 minutes. See the failed executions of the state machine.',
    });
    this.#alarm('ExecutionsTimedOut', {
      metric: machine.machine.metricTimedOut({ period: PERIOD }),
      threshold: 1,
      meaning: 'A job ran into the time limit of its whole execution. See which step hung.',
    });
  }

  /** The bill itself comes half a day late; what the functions say of themselves, at once. */
  #watchSpending({ stage, monthlyBudget }: { stage: string; monthlyBudget: number }): void {
    this.#alarm('DayTooDear', {
      metric: costMetric(stage, {}, Duration.days(1)),
      threshold: monthlyBudget * DEAR_DAY,
      meaning:
        'A day has cost a tenth of what the whole month may. See which step and which output type on the dashboard.',
    });
  }

  /** The tally counts each account once: the alarm goes back by itself, and comes again with the next account. */
  #watchBudgets(stage: string): void {
    const alarms = [
      ['BudgetsReached', 'An account has newly spent its budget of this month. See avatar budgets list.'],
      ['BudgetsWarned', 'An account has newly spent four fifths of its budget of this month. See avatar budgets list.'],
    ] as const;
    for (const [metricName, meaning] of alarms)
      this.#alarm(metricName, {
        metric: new Metric({
          namespace: METRICS,
          metricName,
          dimensionsMap: { stage },
          period: PERIOD,
          statistic: 'Sum',
        }),
        threshold: 1,
        meaning,
      });
  }

  #alarm(id: string, { metric, threshold, meaning }: { metric: IMetric; threshold: number; meaning: string }): void {
    const alarm = new Alarm(this, id.charAt(0).toUpperCase() + id.slice(1), {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: meaning,
    });
    if (this.#topic) alarm.addAlarmAction(new SnsAction(this.#topic));
    this.alarms.push(alarm);
  }
}
