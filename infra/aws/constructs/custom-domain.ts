import { CfnOutput } from 'aws-cdk-lib';
import { ApiMapping, DomainName, type HttpApi, type HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';

interface CustomDomainProps {
  api: HttpApi;
  stage: HttpStage;
  domainName: string;
  certificateArn: string;
}

/** The API under a name of your own. What its DNS record must say is an output; AWS' own name goes on answering. */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, { api, stage, domainName, certificateArn }: CustomDomainProps) {
    super(scope, id);
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = new DomainName(this, 'Name', { domainName, certificate });
    new ApiMapping(this, 'Mapping', { api, domainName: domain, stage });
    const output = (name: string, value: string) => new CfnOutput(this, name, { value }).overrideLogicalId(name);
    output('DnsRecordTarget', domain.regionalDomainName);
    output('DnsRecordHostedZoneId', domain.regionalHostedZoneId);
    output('ApiDefaultUrl', api.apiEndpoint);
  }
}
