import { CfnOutput, Stack } from 'aws-cdk-lib';
import { DomainName, EndpointType, type IRestApi, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Settings } from '../settings/index.ts';

export interface ApiDomainProps {
  api: RestApi;
  domain: NonNullable<Settings['domain']>;
}

/**
 * The operator's domain name for the API, under which paths do not include the stage. The API Gateway URL remains available with the same
 * limits and firewall, for existing clients and until the DNS record exists.
 */
export class ApiDomain extends Construct {
  /** Base URL. It ends with a slash, like API URLs in the CDK. */
  readonly url: string;

  constructor(scope: Construct, id: string, { api, domain }: ApiDomainProps) {
    super(scope, id);
    const name = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate),
      endpointType: EndpointType.REGIONAL,
      // TLS 1.2 and 1.3 (API Gateway developer guide, "Security policies").
      securityPolicy: SecurityPolicy.TLS_1_2,
      // The CDK's types disagree under exactOptionalPropertyTypes.
      mapping: api as IRestApi,
    });
    this.url = `https://${domain.name}/`;
    if (domain.zone) this.#addRecord(name, domain.name, domain.zone);
    else this.#addTargetOutput(name, domain.name);
  }

  #addRecord(name: DomainName, recordName: string, zone: { id: string; name: string }): void {
    new ARecord(this, 'Record', {
      zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: zone.id,
        zoneName: zone.name,
      }) as IHostedZone,
      // The dot prevents the CDK from appending the name of the zone.
      recordName: `${recordName}.`,
      target: RecordTarget.fromAlias(new ApiGatewayDomain(name)),
    });
  }

  #addTargetOutput(name: DomainName, recordName: string): void {
    new CfnOutput(Stack.of(this), 'ApiDomainTarget', {
      value: name.domainNameAliasDomainName,
      description: `Point ${recordName} to this name with a CNAME record`,
    });
  }
}
