import type { IAspect } from 'aws-cdk-lib';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';

/** SQS asks for a new data key after this; in between a queue costs no requests of KMS. */
const DATA_KEY_REUSE_SECONDS = 3_600;

/** Encrypts every queue and log group of a stack with a customer's own key. */
export class CustomerKey implements IAspect {
  readonly #arn: string;

  constructor(arn: string) {
    this.#arn = arn;
  }

  visit(node: IConstruct): void {
    if (node instanceof CfnLogGroup) node.kmsKeyId = this.#arn;
    if (!(node instanceof CfnQueue)) return;
    node.sqsManagedSseEnabled = undefined;
    node.kmsMasterKeyId = this.#arn;
    node.kmsDataKeyReusePeriodSeconds = DATA_KEY_REUSE_SECONDS;
  }
}
