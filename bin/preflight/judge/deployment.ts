import { describePrices, pricedRegions, readPriceFile, refreshCommand } from '../../../lib/billing/prices.ts';
import type { Settings } from '../../../lib/settings/index.ts';
import type { Certificate, Facts, StackState } from '../facts.ts';
import { change, check, type Finding, judged, ready } from './finding.ts';

/** Minimum version of the CDK bootstrap stack that the templates require (aws-cdk-lib, MIN_BOOTSTRAP_STACK_VERSION). */
const MIN_BOOTSTRAP = 6;

/** Number of days before expiry from which a certificate needs attention. ACM renews certificates 60 days before (ACM user guide). */
const RENEWAL = 30;
const DAY = 86_400_000;

const ACCOUNT = 'Account';
const BOOTSTRAP = 'CDK bootstrap';
const DOMAIN = 'Certificate';
const TOPIC = 'Alarm topic';
const PRICES = 'Prices';

/** Checks the account, bootstrap, stacks, prices, certificate, and topic. */
export const checkDeployment = (facts: Facts, settings: Settings): Finding[] => [
  judgeAccount(facts, settings),
  ...judged(BOOTSTRAP, facts.bootstrap, (version) => judgeBootstrap(version, facts)),
  ...judged('Stacks', facts.stacks, (stacks) => stacks.map((stack) => judgeStack(stack, facts.region, settings.protect))),
  judgePrices(settings),
  ...judged(DOMAIN, facts.certificate, (certificate) => judgeCertificate(certificate, settings.domain?.name ?? '')),
  ...judgeTopic(facts, settings),
];

function judgeAccount({ identity, region }: Facts, { account }: Settings): Finding {
  const found = `The credentials are ${identity.arn}, in ${region}`;
  if (account === undefined || account === identity.account) return ready(ACCOUNT, found);
  return change(
    ACCOUNT,
    `${found}; the setting account is ${account}`,
    `Use credentials of ${account}`,
    `Deploy with -c account=${identity.account}`,
  );
}

function judgeBootstrap(version: number, { identity, region }: Facts): Finding {
  const command = `Run: npx cdk bootstrap aws://${identity.account}/${region}`;
  if (version >= MIN_BOOTSTRAP) return ready(BOOTSTRAP, `Its version is ${version}; the templates need ${MIN_BOOTSTRAP}`);
  if (version === 0) return change(BOOTSTRAP, `Missing in ${region} of this account`, command);
  return change(BOOTSTRAP, `Its version is ${version}; the templates need ${MIN_BOOTSTRAP}`, command);
}

function judgeStack({ name, status }: StackState, region: string, isProtected: boolean): Finding {
  const subject = `Stack ${name}`;
  const at = `--stack-name ${name} --region ${region}`;
  if (status === undefined) return ready(subject, 'It does not exist yet');
  if (status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED' || status === 'DELETE_FAILED') {
    const unprotect = `aws cloudformation update-termination-protection --no-enable-termination-protection ${at}; then: `;
    return change(
      subject,
      `It is in ${status}, which does not allow a deployment`,
      `Find the cause: aws cloudformation describe-stack-events ${at}; then: ${isProtected ? unprotect : ''}aws cloudformation delete-stack ${at}`,
    );
  }
  if (status === 'UPDATE_ROLLBACK_FAILED') {
    return change(
      subject,
      `It is in ${status}, which does not allow a deployment`,
      `Find the cause: aws cloudformation describe-stack-events ${at}; then: aws cloudformation continue-update-rollback ${at}`,
    );
  }
  if (status === 'UPDATE_FAILED') {
    const stage = name.slice(name.indexOf('-') + 1);
    return change(
      subject,
      `It is in ${status}, halfway between two versions`,
      `Return to the previous one: npx cdk rollback --all -c stage=${stage}`,
    );
  }
  if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS') {
    const wait = /DELETE/.test(status) ? 'stack-delete-complete' : 'stack-update-complete';
    return change(
      subject,
      `It is in ${status}, which means that it is being deployed or deleted`,
      `Wait: aws cloudformation wait ${wait} ${at}`,
    );
  }
  return ready(subject, `It is in ${status}`);
}

export function judgePrices(settings: Settings): Finding {
  try {
    return ready(PRICES, describePrices(readPriceFile(settings)));
  } catch (error) {
    if (settings.prices !== undefined) return change(PRICES, (error as Error).message, 'Correct the file');
    return change(
      PRICES,
      `No list prices for ${settings.region}, only for ${pricedRegions().join(', ')}`,
      `Run: ${refreshCommand(settings.region)}`,
      'Deploy with -c prices=FILE, your own price file',
    );
  }
}

function judgeCertificate({ status, names, expires }: Certificate, domain: string): Finding {
  if (status !== 'ISSUED') {
    const why = status === 'PENDING_VALIDATION' ? ': domain ownership is not validated yet' : '';
    return change(
      DOMAIN,
      `It is ${status}${why}`,
      'Add the CNAME record shown by ACM, and wait until it is ISSUED: https://console.aws.amazon.com/acm/home',
      'Use another certificate in -c domain',
    );
  }
  if (!names.some((name) => covers(name, domain)))
    return change(DOMAIN, `It covers ${names.join(', ')}, but not ${domain}`, 'Use a matching certificate in -c domain');
  const days = expires ? Math.floor((Date.parse(expires) - Date.now()) / DAY) : RENEWAL;
  if (days < RENEWAL)
    return check(DOMAIN, `It expires in ${days} days`, 'Check why ACM does not renew it; its CNAME record must not be removed');
  return ready(DOMAIN, `It is ${status} and covers ${domain}`);
}

/** True if the name on the certificate covers the host. `*.` matches exactly one label. */
const covers = (name: string, host: string): boolean =>
  name === host || (name.startsWith('*.') && host.slice(host.indexOf('.')) === name.slice(1));

function judgeTopic({ topic, region }: Facts, { alarmTopic = '' }: Settings): Finding[] {
  return judged(TOPIC, topic, (exists) =>
    exists
      ? ready(TOPIC, `${alarmTopic} exists`)
      : change(
          TOPIC,
          `${alarmTopic} does not exist`,
          `Create it: aws sns create-topic --name ${alarmTopic.split(':')[5]} --region ${region}`,
          'Correct -c alarmTopic',
        ),
  );
}
