import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Settings } from '../settings/index.ts';

export interface FirewallProps {
  stage: Stage;
  /** True: a web ACL with AWS's managed rules is made; else the ARN of an existing one. */
  waf: true | string;
  settings: Pick<Settings, 'stage' | 'addressRate'>;
}

/** Seconds over which a rate-based rule counts: WAF's default. */
const RATE_WINDOW = 300;

/**
 * Rules of the common group that only count.
 *
 * - The body is a recording of up to 10 MB, a text with SSML, or an address to fetch: rules on its size, and those that look for
 *   markup, paths and addresses in it, would refuse good requests. The functions check all of it.
 * - Many programs send no User-Agent.
 */
const COUNTED_RULES = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'NoUserAgent_HEADER',
];

/** AWS's managed rule groups, each with the rules of it that only count. */
const MANAGED_GROUPS: readonly { name: string; counted?: readonly string[] }[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList' },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet' },
  { name: 'AWSManagedRulesCommonRuleSet', counted: COUNTED_RULES },
];

/** The web ACL in front of the API's stage: whichever address the API is called at, its requests pass here. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { stage, waf, settings }: FirewallProps) {
    super(scope, id);
    const webAclArn = typeof waf === 'string' ? waf : this.#makeAcl(settings).attrArn;
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stage.stageArn, webAclArn });
  }

  #makeAcl({ stage, addressRate }: FirewallProps['settings']): CfnWebACL {
    const name = `avatar-${stage}`;
    return new CfnWebACL(this, 'WebAcl', {
      name,
      description: 'Avatar service: what may reach the API',
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(name),
      rules: [
        {
          name: 'AddressRate',
          priority: 0,
          action: { block: {} },
          // What the functions allow an address on average; a flood is stopped here before each request of it costs an invocation.
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              evaluationWindowSec: RATE_WINDOW,
              limit: addressRate * RATE_WINDOW,
            },
          },
          visibilityConfig: visibility(`${name}-AddressRate`),
        },
        ...MANAGED_GROUPS.map((group, index) => ({
          name: group.name,
          priority: index + 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name: group.name,
              ...(group.counted && {
                ruleActionOverrides: group.counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
              }),
            },
          },
          visibilityConfig: visibility(`${name}-${group.name}`),
        })),
      ],
    });
  }
}

/** Metrics alone: samples of requests show query strings, and with them tokens. */
const visibility = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});
