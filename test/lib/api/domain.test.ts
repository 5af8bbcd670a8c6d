import { readDeployment } from 'local-aws/template';
import { describe, expect, it } from 'vitest';
import { flatten, synthesizeStage } from '../fixture.ts';

const domain = {
  name: 'avatar.example.com',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
};
const zone = { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' };

const plain = synthesizeStage({ stage: 'test' });
const byHand = synthesizeStage({ stage: 'test', domain });
const inZone = synthesizeStage({ stage: 'test', domain: { ...domain, zone } });

describe('a custom domain name', () => {
  it("is regional, uses TLS 1.2 or later, and maps to the stage without the stage's path", () => {
    byHand.service.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: domain.name,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      RegionalCertificateArn: domain.certificate,
      SecurityPolicy: 'TLS_1_2',
    });
    const [[, mapping]] = byHand.ofType('AWS::ApiGateway::BasePathMapping') as [(typeof byHand.resources)[number]];
    const [[stage]] = byHand.ofType('AWS::ApiGateway::Stage') as [(typeof byHand.resources)[number]];
    expect(mapping.Properties).toMatchObject({ Stage: { Ref: stage } });
    expect(mapping.Properties.BasePath).toBeUndefined();
  });

  it("is the URL in the stack's outputs", () => {
    expect(byHand.service.findOutputs('ApiUrl').ApiUrl?.Value).toBe('https://avatar.example.com/');
    expect(flatten(plain.service.findOutputs('ApiUrl').ApiUrl?.Value)).toMatch(/execute-api.*\/<.*>\/$/);
  });

  it('has an alias record in a hosted zone, or else an output with the CNAME target', () => {
    expect(flatten(byHand.service.findOutputs('*').ApiDomainTarget?.Value)).toMatch(/RegionalDomainName>$/);
    expect(byHand.ofType('AWS::Route53::RecordSet')).toEqual([]);
    expect(inZone.service.findOutputs('*')).not.toHaveProperty('ApiDomainTarget');
    const [[, record]] = inZone.ofType('AWS::Route53::RecordSet') as [(typeof inZone.resources)[number]];
    expect(record.Properties).toMatchObject({ HostedZoneId: zone.id, Name: 'avatar.example.com.', Type: 'A' });
    expect(flatten(record.Properties.AliasTarget.DNSName)).toMatch(/RegionalDomainName>$/);
  });

  it("is optional and leaves API Gateway's URL available", () => {
    const [[, api]] = inZone.ofType('AWS::ApiGateway::RestApi') as [(typeof inZone.resources)[number]];
    expect(api.Properties.DisableExecuteApiEndpoint).toBeUndefined();
    expect(plain.ofType('AWS::ApiGateway::DomainName')).toEqual([]);
  });

  it('has no effect on the local run, which has a single address', () => {
    for (const setting of [domain, { ...domain, zone }]) {
      const { assembly } = synthesizeStage({ stage: 'local', domain: setting, waf: true });
      expect(() => readDeployment(assembly.directory, 'http://127.0.0.1:1')).not.toThrow();
    }
  });
});
