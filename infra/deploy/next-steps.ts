import type { Stage } from '#infra/aws/stages.ts';

type Outputs = Readonly<Record<string, string>>;

const CARRIER_WEBHOOK = '/api/db/webhook';
const BILLING_WEBHOOK = '/api/billing/webhook';

const ofDns = (
  settings: Stage['settings'],
  { DnsRecordTarget, DnsRecordHostedZoneId, ApiDefaultUrl }: Outputs,
): string[] =>
  DnsRecordTarget === undefined
    ? []
    : [
        `DNS: ${settings.domainName} must be a CNAME of ${DnsRecordTarget} (in Route 53 an alias, zone ${DnsRecordHostedZoneId}).`,
        `Until then the API answers at ${ApiDefaultUrl}.`,
      ];

const ofCarrier = ({ telephonyProvider, carrierUrl }: Stage['settings'], apiUrl: string): string[] => {
  if (telephonyProvider === 'simulated' && carrierUrl === undefined) {
    return ['Carrier: none. Numbers cannot be bought and no call is placed; infra/README.md says how to use Telnyx.'];
  }
  const where =
    telephonyProvider === 'telnyx' ? "the Call Control application's webhook address" : "the carrier's webhook address";
  return [`Carrier: set ${where} to ${apiUrl}${CARRIER_WEBHOOK}`];
};

const ofBilling = (
  { stripeWebhookSecretName, lemonSqueezyWebhookSecretName }: Stage['settings'],
  apiUrl: string,
): string[] =>
  stripeWebhookSecretName || lemonSqueezyWebhookSecretName
    ? [`Billing: set its webhook address to ${apiUrl}${BILLING_WEBHOOK}`]
    : [];

const ofFirstTenant = (name: string): string[] => [
  'First tenant:',
  `  npm run --silent operate -- tenants create acme --name "Acme" --email ops@acme.example --plan growth --stage ${name}`,
];

/** What a person does after a deployment, line by line. */
export const nextSteps = ({ name, settings }: Stage, outputs: Outputs, isNew: boolean): string[] => {
  const { ApiUrl: apiUrl } = outputs;
  if (apiUrl === undefined) return ['The stack prints no ApiUrl: look at its outputs in the CloudFormation console.'];
  return [
    `ApiUrl: ${apiUrl}`,
    ...ofDns(settings, outputs),
    ...ofCarrier(settings, apiUrl),
    ...ofBilling(settings, apiUrl),
    ...(isNew ? ofFirstTenant(name) : []),
  ];
};
