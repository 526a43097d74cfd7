import { provide } from '#shared/runtime/define/build-ports.ts';
import { schedulerWakeUps } from '../campaign-wake-ups.ts';
import { env } from '../env.ts';
import { schedulerTrialEnds } from '../trial-ends.ts';

const schedules = () => ({ group: env.scheduleGroup, roleArn: env.scheduleRoleArn });

provide('schedules:write', () => ({ wakeUps: schedulerWakeUps({ ...schedules(), queueArn: env.campaignQueueArn }) }));
provide('numberSchedules:write', () => ({
  trialEnds: schedulerTrialEnds({ ...schedules(), queueArn: env.numberQueueArn }),
}));
