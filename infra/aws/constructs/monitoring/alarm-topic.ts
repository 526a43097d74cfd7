import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '#infra/aws/settings.ts';

/**
 * Where alarms tell somebody: the topic of the settings, or one of our own that mails to their address. AWS sends there
 * only what its owner has confirmed in the first mail. Undefined where nobody is named.
 */
export const alarmTopic = (
  scope: Construct,
  id: string,
  { alarmTopicArn, alarmEmail }: Settings,
): string | undefined => {
  if (alarmEmail === undefined) return alarmTopicArn;
  const topic = new Topic(scope, id, { enforceSSL: true });
  topic.addSubscription(new EmailSubscription(alarmEmail));
  // A topic with a policy of its own is closed to alarms until it names them.
  const { account } = Stack.of(scope);
  topic.grantPublish(
    new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  );
  return topic.topicArn;
};
