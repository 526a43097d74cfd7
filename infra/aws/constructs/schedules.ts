import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { schedulerPolicy } from '#infra/aws/grants.ts';
import type { ScheduleResources, SharedResources } from '#infra/aws/resources.ts';

/** The group of the schedules that wake campaigns and end trials, and the role that delivers them to their queues. */
export class Schedules extends Construct implements ScheduleResources {
  readonly groupName: string;
  readonly roleArn: string;

  constructor(scope: Construct, id: string, queues: IQueue[], keys: SharedResources['keys']) {
    super(scope, id);
    const group = new ScheduleGroup(this, 'Group');
    group.applyRemovalPolicy(RemovalPolicy.DESTROY);
    const ourSchedulesOnly = {
      StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
      ArnEquals: { 'aws:SourceArn': group.scheduleGroupArn },
    };
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', { conditions: ourSchedulesOnly }),
      description: 'EventBridge Scheduler wakes campaigns and ends trials',
      inlinePolicies: { SendToQueues: schedulerPolicy(queues, keys) },
    });
    this.groupName = group.scheduleGroupName;
    this.roleArn = role.roleArn;
  }
}
