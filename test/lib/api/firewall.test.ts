import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { flatten, synthesizeStage } from '../fixture.ts';

const own = 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/main/11111111-2222-3333-4444-555555555555';
const made = synthesizeStage({ stage: 'test', waf: true, addressRate: 20 });
const [[, acl] = ['', undefined]] = made.ofType('AWS::WAFv2::WebACL');

interface Rule {
  Name: string;
  Priority: number;
  Statement: {
    ManagedRuleGroupStatement?: { VendorName: string; RuleActionOverrides?: { Name: string; ActionToUse: object }[] };
  };
  VisibilityConfig: { SampledRequestsEnabled: boolean };
}
const rules: Rule[] = acl?.Properties.Rules ?? [];

describe('the web ACL', () => {
  it("counts each address's requests first, and then applies AWS's managed groups", () => {
    expect(acl?.Properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    expect(rules.map(({ Name }) => Name)).toEqual([
      'AddressRate',
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    expect(new Set(rules.map(({ Priority }) => Priority)).size).toBe(rules.length);
    expect(rules[0]?.Statement).toEqual({
      RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 6_000 },
    });
  });

  it('does not block recordings and SSML', () => {
    const overrides = rules.at(-1)?.Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? [];
    expect(overrides.map(({ Name }) => Name)).toEqual(
      expect.arrayContaining(['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericRFI_BODY']),
    );
    for (const { ActionToUse } of overrides) expect(ActionToUse).toEqual({ Count: {} });
  });

  it('has its counting rules listed in the guide', () => {
    const overrides = rules.flatMap((rule) => rule.Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? []);
    const counted = overrides.map(({ Name }) => Name);
    const guide = readFileSync('docs/deploy.md', 'utf8').replace(/\s+/g, ' ');
    expect(guide).toContain('(for body size, and for markup, paths, and addresses in bodies) only count matches');
    expect(guide).toContain('Rules for known attacks in bodies do block');
    for (const rule of ['EC2MetaDataSSRF_BODY', 'Log4JRCE_BODY', 'JavaDeserializationRCE_BODY']) expect(counted).not.toContain(rule);
  });

  it('does not sample requests, whose query strings contain tokens', () => {
    for (const { VisibilityConfig } of [acl?.Properties, ...rules]) expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
  });

  it("is associated with the API's stage", () => {
    const [[, association]] = made.ofType('AWS::WAFv2::WebACLAssociation') as [(typeof made.resources)[number]];
    expect(flatten(association.Properties.ResourceArn)).toMatch(/:apigateway:.*\/restapis\/.*\/stages\//);
    expect(flatten(association.Properties.WebACLArn)).toMatch(/WebAcl.*\.Arn>$/);
  });

  it("can be the operator's own, or left out", () => {
    const { ofType } = synthesizeStage({ stage: 'test', waf: own });
    expect(ofType('AWS::WAFv2::WebACL')).toEqual([]);
    expect(ofType('AWS::WAFv2::WebACLAssociation')[0]?.[1].Properties.WebACLArn).toBe(own);
    expect(synthesizeStage({ stage: 'test' }).ofType('AWS::WAFv2::WebACLAssociation')).toEqual([]);
  });
});
