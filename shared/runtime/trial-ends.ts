import type { NumberMessage } from '#shared/schemas/messages.ts';
import { type ScheduleTarget, setSchedule } from './adapters/one-time-schedule.ts';

/** One EventBridge schedule per trial number, at the end of its trial. */
export interface TrialEnds {
  lookAt(numberId: string, at: Date): Promise<void>;
}

export const schedulerTrialEnds = (target: ScheduleTarget): TrialEnds => ({
  lookAt: (numberId, at) => {
    const message: NumberMessage = { number_id: numberId };
    return setSchedule(target, { name: numberId, at, message });
  },
});
