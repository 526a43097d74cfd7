import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { schedulerPolicy } from '../grants.ts';
import type { CampaignScheduleResources } from '../resources.ts';

/** The group of the schedules that wake campaigns, and the role that delivers them to the campaign queue. */
export class CampaignSchedules extends Construct implements CampaignScheduleResources {
  readonly groupName: string;
  readonly roleArn: string;

  constructor(scope: Construct, id: string, campaignQueue: IQueue) {
    super(scope, id);
    const group = new ScheduleGroup(this, 'Group');
    group.applyRemovalPolicy(RemovalPolicy.DESTROY);
    const ourSchedulesOnly = {
      StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
      ArnEquals: { 'aws:SourceArn': group.scheduleGroupArn },
    };
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', { conditions: ourSchedulesOnly }),
      description: 'EventBridge Scheduler wakes campaigns',
      inlinePolicies: { WakeCampaigns: schedulerPolicy(campaignQueue) },
    });
    this.groupName = group.scheduleGroupName;
    this.roleArn = role.roleArn;
  }
}
