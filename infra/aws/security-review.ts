import type { PolicyValidationPluginReport, PolicyViolation } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import type { Settings } from './settings.ts';

interface Acceptance {
  rule: RegExp;
  /** Where in the tree of constructs; everywhere, unless told. */
  path?: RegExp;
  /** Only for stacks that nothing is kept of. */
  isForTrials?: true;
  reason: string;
}

/** Findings that are meant. Every other one ends synthesis. */
const ACCEPTED: readonly Acceptance[] = [
  {
    rule: /^AwsSolutions-APIG4$/,
    reason:
      'Each function authenticates its own requests, because an authorizer of API Gateway answers with other bodies than ours. test/security/ holds every endpoint to it.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*:schedule\/[\w-]+\/\*\]$/,
    reason: 'The name of a schedule exists only at run time: a wildcard within our own group.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*Recordings\w*Arn>\/(acct_|exports\/|erasures\/)\*\]$/,
    reason: 'The key of an object exists only at run time: a wildcard within one part of our own bucket.',
  },
  {
    rule: /^AwsSolutions-SMG4$/,
    reason:
      'A new value would make receivers refuse our webhooks, or break the hashes of phone numbers. Accounts rotate their own webhook keys through the API.',
  },
  {
    rule: /^AwsSolutions-S1$/,
    path: /\/RecordingsAccess\/Resource$/,
    reason: 'This bucket takes the access log of the recordings; a log of the log would grow by itself.',
  },
  {
    rule: /^AwsSolutions-S1$/,
    path: /\/Recordings\/Resource$/,
    isForTrials: true,
    reason: 'S3 delivers an access log hours late, into a bucket that is to be removed with the stack.',
  },
];

const unaccepted = (violation: PolicyViolation, acceptances: readonly Acceptance[]): PolicyViolation[] => {
  const of = acceptances.filter(({ rule }) => rule.test(violation.ruleName));
  const violatingResources = violation.violatingResources.filter(
    ({ constructPath = '' }) => !of.some(({ path }) => path?.test(constructPath) ?? true),
  );
  return violatingResources.length > 0 ? [{ ...violation, violatingResources }] : [];
};

/** AWS' own rules about secure deployments, less what is accepted above. A finding ends synthesis. */
export class SecurityReview extends AwsSolutionsChecks {
  readonly #acceptances: readonly Acceptance[];

  constructor({ retain }: Pick<Settings, 'retain'>) {
    super();
    this.#acceptances = ACCEPTED.filter(({ isForTrials }) => !(isForTrials && retain));
  }

  override validateScope(scope: IConstruct): PolicyValidationPluginReport {
    const violations = super.validateScope(scope).violations.flatMap((found) => unaccepted(found, this.#acceptances));
    return { success: violations.length === 0, violations };
  }
}
