import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Settings } from '../settings/index.ts';

export interface FirewallProps {
  stage: Stage;
  /** True to create a web ACL with AWS managed rules, or the ARN of an existing web ACL. */
  waf: true | string;
  settings: Pick<Settings, 'stage' | 'addressRate'>;
}

/** Time window of a rate-based rule, in s (the WAF default). */
const RATE_WINDOW = 300;

/**
 * Rules in the common group that only count matches. Rules on the body (size, markup, paths, and URLs) would block valid requests with a 10
 * MB recording, SSML, or an `audio_url`, all of which the functions validate anyway. The User-Agent rule would block the many programs that
 * do not send one.
 */
const COUNTED_RULES = ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY', 'NoUserAgent_HEADER'];

/** AWS managed rule groups, with the rules that only count matches. */
const MANAGED_GROUPS: readonly { name: string; counted?: readonly string[] }[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList' },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet' },
  { name: 'AWSManagedRulesCommonRuleSet', counted: COUNTED_RULES },
];

/** Web ACL for the API stage. It applies to both the operator's domain and the API Gateway URL. */
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
          // Same per-address limit as in the functions, but enforced here so that floods are blocked before they cost invocations.
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

/** Enables metrics, but not request samples, because those would contain query strings and therefore tokens. */
const visibility = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});
