import type { Settings } from '../../../lib/settings/index.ts';
import type { Facts } from '../facts.ts';
import { QUOTAS, quotaLink } from '../read/quotas.ts';
import { change, check, count, type Finding, judged, orRaise, ready } from './finding.ts';

/** Requests per second allowed for neural Polly voices (Polly developer guide, "Quotas in Amazon Polly"); no API returns this quota. */
const POLLY_NEURAL_RATE = 8;

/** Step Functions quotas, by name in Service Quotas. Each must be at least `capacity`. */
const EXECUTIONS = [
  { name: /^StartExecution throttle token refill rate/i, what: 'jobs started per second', byDefault: undefined },
  // Step Functions developer guide, "Quotas related to accounts"; Service Quotas does not list it for every account.
  { name: /open executions/i, what: 'concurrent jobs', byDefault: 1_000_000 },
] as const;

const REGION = 'Services in the region';
const API = 'API Gateway requests per second';
const STATES = 'Step Functions';
const POLLY = 'Polly';

/** Checks that the services are available in the region and that their quotas are high enough for the settings. */
export const checkServices = (facts: Facts, settings: Settings): Finding[] => [
  ...judged(REGION, facts.missingServices, (missing) =>
    missing.length === 0
      ? ready(REGION, `${facts.region} has all required services`)
      : change(REGION, `${facts.region} does not have ${missing.join(', ')}`, 'Choose another region'),
  ),
  ...judgeApi(facts, settings),
  ...judgeStates(facts, settings),
  ...judgePolly(facts, settings),
];

function judgeApi({ api, region, stacks }: Facts, { apiRate, apiBurst }: Settings): Finding[] {
  return judged(API, api, ({ rate, burst, logRole }) => {
    const found = `The account allows ${count(rate)}, and bursts of ${count(burst)}; apiRate is ${count(apiRate)}, apiBurst ${count(apiBurst)}`;
    const less = `Deploy with -c apiRate=${Math.min(rate, apiRate)} -c apiBurst=${Math.min(burst, apiBurst)}`;
    const first = 'value' in stacks && stacks.value.every(({ status }) => status === undefined);
    return [
      apiRate <= rate && apiBurst <= burst
        ? ready(API, found)
        : orRaise(change(API, found, less), QUOTAS.apiRate, Math.max(rate, apiRate), region),
      ...(first && logRole
        ? [
            check(
              'API Gateway log role',
              `All APIs in ${region} write their logs with ${logRole}; the deployment replaces it with its own role`,
              'Proceed: the new role can write the same logs',
            ),
          ]
        : []),
    ];
  });
}

function judgeStates({ states, region }: Facts, { capacity }: Settings): Finding[] {
  const service = 'states';
  return judged(STATES, states, (quotas) =>
    EXECUTIONS.map(({ name, what, byDefault }) => {
      const [label, limit] = Object.entries(quotas).find(([one]) => name.test(one)) ?? ['', byDefault];
      if (limit === undefined)
        return check(
          STATES,
          `Service Quotas does not list the account's limit for ${what}`,
          `Check that it is ${count(capacity)} or more: ${quotaLink({ service, name: '' }, region)}`,
        );
      const found = `The account allows ${count(limit)} ${what}; capacity is ${count(capacity)}`;
      if (capacity <= limit) return ready(STATES, found);
      return orRaise(change(STATES, found, `Deploy with -c capacity=${limit}`), { service, name: label }, capacity, region);
    }),
  );
}

function judgePolly({ polly, region }: Facts, { capacity, pollyEngine }: Settings): Finding[] {
  return judged(POLLY, polly, (engines) => {
    if (engines.length === 0) return change(POLLY, `${region} does not have voices`, 'Deploy with -c tts=embedded');
    if (!engines.includes(pollyEngine))
      return change(POLLY, `${region} does not have ${pollyEngine} voices`, 'Deploy without -c pollyEngine, or to another region');
    const found = `${region} has ${engines.join(', ')} voices`;
    if (capacity <= POLLY_NEURAL_RATE) return ready(POLLY, found);
    return check(
      POLLY,
      `${found}. By default, Polly accepts ${POLLY_NEURAL_RATE} requests per second with neural voices, and AWS does not show the account's own rate; capacity is ${count(capacity)}`,
      'Proceed: concurrent jobs with speech wait for each other',
      `Ask AWS Support for a higher rate of SynthesizeSpeech: https://console.aws.amazon.com/support/home#/case/create`,
    );
  });
}
