import { provide } from '#shared/runtime/build-ports.ts';
import {
  schedulerCallWakeUps,
  schedulerTrialEnds,
  schedulerWakeUps,
} from '#shared/runtime/clients/one-time-schedule.ts';
import { env } from '#shared/runtime/env.ts';

const schedules = () => ({ group: env.scheduleGroup, roleArn: env.scheduleRoleArn });

provide('schedules:write', () => ({ wakeUps: schedulerWakeUps({ ...schedules(), queueArn: env.campaignQueueArn }) }));
provide('callSchedules:write', () => ({
  callWakeUps: schedulerCallWakeUps({ ...schedules(), queueArn: env.dialQueueArn }),
}));
provide('numberSchedules:write', () => ({
  trialEnds: schedulerTrialEnds({ ...schedules(), queueArn: env.numberQueueArn }),
}));
