import { TASK_SIZE } from '../../../lib/pipeline/render-capacity.ts';
import { importReservation, MIN_UNRESERVED, renderReservation, type Settings } from '../../../lib/settings/index.ts';
import type { Facts, LambdaLimits } from '../facts.ts';
import { QUOTAS } from '../read/quotas.ts';
import { change, check, count, type Finding, judged, orRaise, ready, several } from './finding.ts';

/**
 * Recommended shares of the concurrency of a small account: one for the renderers, and one each for the dispatcher and the webhook sender.
 * The remainder is for everything else.
 */
const RENDER_SHARE = 1 / 2;
const SENDER_SHARE = 1 / 10;

/** Minimum MaximumConcurrency of an event source mapping (Lambda API reference). */
const MIN_SENDERS = 2;

/** Concurrency of an account that does not have the reduced quota for new accounts (Lambda developer guide, "Lambda quotas"). */
const FULL_CONCURRENCY = 1_000;

/** Maximum memory of a function in a new account, in MB. AWS raises it automatically, and no API returns it. */
const NEW_ACCOUNT_MEMORY = 3_008;

/** vCPUs by instance size (EC2 user guide, accelerated computing instances). */
const INSTANCE_VCPUS: Readonly<Record<string, number>> = { xlarge: 4, '2xlarge': 8, '4xlarge': 16, '8xlarge': 32 };

const CONCURRENCY = 'Lambda concurrency';
const MEMORY = 'Lambda memory per function';
const FARGATE = 'Fargate vCPUs';
const GPU = 'EC2 GPU instances';

/** Checks that functions and tasks fit within the account's limits. */
export const checkCompute = (facts: Facts, settings: Settings): Finding[] => [
  ...judged(CONCURRENCY, facts.lambda, (limits) => judgeConcurrency(limits, facts, settings)),
  ...judgeMemory(facts, settings),
  ...(settings.gpu ? judgeGpu(facts, settings.gpu) : judgeFargate(facts, settings)),
];

/** Compares accountConcurrency with the account. Reading the settings already checked the other settings against accountConcurrency. */
function judgeConcurrency(limits: LambdaLimits, { region, reserved }: Facts, settings: Settings): Finding | Finding[] {
  const { concurrent, unreserved } = limits;
  const { accountConcurrency } = settings;
  const usable = unreserved + ('value' in reserved ? reserved.value : 0);
  const others = concurrent > unreserved ? `, ${count(concurrent - unreserved)} of them reserved by functions` : '';
  const found = `The account allows ${count(concurrent)} concurrent executions${others}; accountConcurrency is ${count(accountConcurrency)}`;
  if (accountConcurrency > concurrent) {
    const finding = change(CONCURRENCY, found, `Deploy with ${fitting(usable, settings).join(' ')}`);
    return orRaise(finding, QUOTAS.concurrency, accountConcurrency, region);
  }
  const reservation = (renderReservation(settings) ?? 0) + (importReservation(settings) ?? 0);
  if (reservation > 0 && usable - reservation < MIN_UNRESERVED)
    return judgeReservation(reservation, usable, limits, { region, reserved }, settings);
  if (accountConcurrency >= usable) return ready(CONCURRENCY, found);
  return check(CONCURRENCY, found, `Deploy with -c accountConcurrency=${usable} to use all of them`);
}

/** Returns a finding for a reservation that AWS would reject. It is `unread` if the current reservation of the stage could not be read. */
function judgeReservation(
  reservation: number,
  usable: number,
  { concurrent }: LambdaLimits,
  { region, reserved }: Pick<Facts, 'region' | 'reserved'>,
  settings: Settings,
): Finding[] {
  const lacking = reservation + MIN_UNRESERVED - usable;
  return judged(CONCURRENCY, reserved, () => {
    const finding = change(
      CONCURRENCY,
      `The renderer and the imports would reserve ${count(reservation)} of ${count(usable)} unreserved executions; AWS rejects reservations that leave fewer than ${MIN_UNRESERVED}`,
      `Deploy with ${fitting(usable, settings).join(' ')}`,
      `Reserve ${count(lacking)} fewer for the account's other functions`,
    );
    return orRaise(finding, QUOTAS.concurrency, concurrent + lacking, region);
  });
}

/**
 * Returns settings that fit within the account's concurrency. Settings that are too high are lowered. In a small account, capacity and
 * renderers end up about equal.
 */
function fitting(concurrent: number, settings: Settings): string[] {
  const room = Math.max(1, Math.floor(concurrent * RENDER_SHARE));
  const senders = Math.max(MIN_SENDERS, Math.floor(concurrent * SENDER_SHARE));
  const renderers = Math.min(settings.renderers, Math.max(1, Math.floor(Math.sqrt(room))));
  const crowded = settings.capacity * settings.renderers > room;
  const lower: Partial<Settings> = {
    accountConcurrency: concurrent,
    ...(crowded && { capacity: Math.max(1, Math.min(settings.capacity, Math.floor(room / renderers))), renderers }),
    ...(settings.dispatchConcurrency > senders && { dispatchConcurrency: senders }),
    ...(settings.webhookConcurrency > senders && { webhookConcurrency: senders }),
  };
  return Object.entries(lower).map(([name, value]) => `-c ${name}=${value}`);
}

/**
 * Judges the memory limit, which no API returns. If a function with more memory exists, the limit is higher. Reduced concurrency suggests a
 * new account, whose memory limit is reduced too.
 */
function judgeMemory({ lambda, largestFunction }: Facts, { rendererMemory }: Settings): Finding[] {
  if (rendererMemory <= NEW_ACCOUNT_MEMORY)
    return [ready(MEMORY, `rendererMemory is ${count(rendererMemory)} MB, which every account allows`)];
  return judged(MEMORY, largestFunction, (largest) => {
    if (largest >= rendererMemory)
      return ready(MEMORY, `rendererMemory is ${count(rendererMemory)} MB, and a function with ${count(largest)} MB exists`);
    const lower = `Deploy with -c rendererMemory=${NEW_ACCOUNT_MEMORY}; videos then take longer`;
    const concurrent = 'value' in lambda ? lambda.value.concurrent : FULL_CONCURRENCY;
    if (concurrent < FULL_CONCURRENCY && largest <= NEW_ACCOUNT_MEMORY) {
      return change(
        MEMORY,
        `rendererMemory is ${count(rendererMemory)} MB; with ${count(concurrent)} concurrent executions, this is a new account, which limits functions to ${count(NEW_ACCOUNT_MEMORY)} MB`,
        lower,
        'Ask AWS Support for "Lambda function memory up to 10,240 MB" in this region; Service Quotas does not have it: https://console.aws.amazon.com/support/home#/case/create',
      );
    }
    return check(
      MEMORY,
      `rendererMemory is ${count(rendererMemory)} MB; no existing function has that much, and AWS does not show the limit`,
      `Proceed; if the deployment fails with "MemorySize … less than or equal to ${NEW_ACCOUNT_MEMORY}", it rolls back automatically`,
      lower,
    );
  });
}

function judgeFargate({ fargateVcpus, region }: Facts, { tasks }: Settings): Finding[] {
  return judged(FARGATE, fargateVcpus, (vcpus) => {
    const wanted = tasks * TASK_SIZE.vcpus;
    const found = `The account has ${count(vcpus)}; a video's ${several(tasks, 'task')}, ${TASK_SIZE.vcpus} each, need ${count(wanted)}`;
    if (wanted <= vcpus) return ready(FARGATE, found);
    const fit = Math.floor(vcpus / TASK_SIZE.vcpus);
    const finding =
      fit > 0
        ? change(FARGATE, found, `Deploy with -c tasks=${fit}`)
        : change(FARGATE, `${found}; long videos would wait for a task until they expire`);
    return orRaise(finding, QUOTAS.fargate, wanted, region);
  });
}

function judgeGpu(facts: Facts, { instanceType, instances }: NonNullable<Settings['gpu']>): Finding[] {
  const each = INSTANCE_VCPUS[instanceType.split('.')[1] ?? ''] ?? 0;
  const wanted = each * instances;
  const offered = judged(GPU, facts.gpuOffered, (is) =>
    is
      ? ready(GPU, `${facts.region} offers ${instanceType}`)
      : change(GPU, `${facts.region} does not offer ${instanceType}`, 'Choose another instanceType in -c gpu', 'Choose another region'),
  );
  const vcpus = judged(GPU, facts.gpuVcpus, (limit) =>
    wanted <= limit
      ? ready(GPU, `The account has ${count(limit)} vCPUs; ${several(instances, 'instance')} of ${instanceType} need ${count(wanted)}`)
      : orRaise(
          change(
            GPU,
            `The account has ${count(limit)} vCPUs for g-class instances; ${several(instances, 'instance')} of ${instanceType} need ${count(wanted)}`,
            ...(limit >= each ? [`Deploy with "instances":${Math.floor(limit / each)} in -c gpu`] : []),
          ),
          QUOTAS.gpu,
          wanted,
          facts.region,
        ),
  );
  return [...offered, ...vcpus];
}
