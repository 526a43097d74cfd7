import { provide } from '../build-ports.ts';
import { schedulerWakeUps } from '../campaign-wake-ups.ts';
import { env } from '../env.ts';

provide('schedules:write', () => ({
  wakeUps: schedulerWakeUps({
    group: env.scheduleGroup,
    roleArn: env.scheduleRoleArn,
    targetArn: env.campaignQueueArn,
  }),
}));
